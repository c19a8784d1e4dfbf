import { GatewayError } from '@parley/protocol';
import type { Answer, StreamAnswer, WholeAnswer } from './upstream/answer.ts';
import type { GatewayContext } from '../context.ts';
import type { Exchange } from './state.ts';
import { answerHeaders, costHeaders } from './headers.ts';
import type { ReplySink } from '../ports.ts';
import { limitHeaders } from '../billing/quota/limit-headers.ts';
import { createFormWriter } from './streaming/stream-format.ts';
import { headNotes, writeFidelity } from './streaming/stream-fidelity.ts';
import { createStreamSink } from './streaming/stream-sink.ts';
import { StreamWatch } from './upstream/response-timer.ts';
import { settle } from './settle.ts';

/** Answer → the caller. It settles the exchange before the last byte goes out, and never throws. */
export async function relay(
  gateway: GatewayContext,
  exchange: Exchange,
  answer: Answer,
): Promise<Response> {
  if (answer.kind === 'whole') return relayWhole(gateway, exchange, answer);
  const lent = exchange.host.sink;
  if (lent !== undefined) {
    await new StreamRelay(gateway, exchange, answer).run(lent);
    return new Response(null);
  }
  const sink = createStreamSink();
  exchange.interruption.respond();
  sink.onClose(() => {
    exchange.interruption.interrupt(new GatewayError('canceled', 'The caller left.'));
  });
  const relayed = new StreamRelay(gateway, exchange, answer).run(sink);
  exchange.host.waitUntil?.(relayed);
  return sink.response;
}

async function relayWhole(
  gateway: GatewayContext,
  exchange: Exchange,
  answer: WholeAnswer,
): Promise<Response> {
  exchange.facts.firstByteMs = gateway.clock.monotonic() - exchange.startedTick;
  await exchange.facts.keep?.(answer.text);
  const status = answer.status ?? 200;
  await settle(gateway, exchange, { status });
  const headers = {
    ...answerHeaders(exchange, 'application/json'),
    ...limitHeaders(exchange, gateway.clock.now()),
    ...costHeaders(exchange),
    ...answer.headers,
  };
  return new Response(answer.text, { status, headers });
}

/** Carries one stream from its lane to its sink. */
class StreamRelay {
  readonly #gateway: GatewayContext;
  readonly #exchange: Exchange;
  readonly #answer: StreamAnswer;
  /** What ended the exchange from outside. */
  #stopped: GatewayError | undefined;
  #wake: (() => void) | undefined;

  constructor(gateway: GatewayContext, exchange: Exchange, answer: StreamAnswer) {
    this.#gateway = gateway;
    this.#exchange = exchange;
    this.#answer = answer;
  }

  async run(sink: ReplySink): Promise<void> {
    const { lane, connection, pending } = this.#answer;
    const { contentType } = createFormWriter(this.#exchange.form);
    sink.open(200, {
      ...answerHeaders(this.#exchange, contentType, headNotes(this.#exchange, lane)),
      ...limitHeaders(this.#exchange, this.#gateway.clock.now()),
    });
    const watch = this.#watch(sink);
    const stopListening = this.#exchange.interruption.onInterrupt((error) => {
      this.#stop(error);
    });
    try {
      await this.#write(sink, watch, pending);
      while (lane.state === 'open') {
        const chunk = await connection.take();
        watch.noteRead();
        await this.#write(sink, watch, chunk === undefined ? lane.close() : lane.push(chunk));
      }
    } catch (thrown) {
      lane.fail(GatewayError.from(thrown));
    }
    stopListening();
    watch.stop();
    connection.close();
    await this.#finish(sink);
  }

  #watch(sink: ReplySink): StreamWatch {
    const { connection } = this.#answer;
    const { idleMs, totalMs } = connection.upstream;
    const { keepAliveMs } = this.#gateway.limits;
    return new StreamWatch(
      this.#gateway.clock,
      { idleMs, totalMs, keepAliveMs },
      {
        keepAlive: () => {
          const { keepAlive } = this.#exchange.inbound;
          if (keepAlive !== '') void sink.write(keepAlive);
        },
        expire: (error) => {
          connection.abort(error);
          this.#stop(error);
        },
      },
    );
  }

  /** Lets nobody wait any longer for a caller who does not read. */
  #stop(error: GatewayError): void {
    this.#stopped = error;
    this.#wake?.();
  }

  async #write(sink: ReplySink, watch: StreamWatch, text: string): Promise<void> {
    if (text === '') return;
    const { facts, startedTick } = this.#exchange;
    facts.firstByteMs ??= this.#gateway.clock.monotonic() - startedTick;
    const slow = sink.write(text);
    watch.noteWrite();
    if (slow !== undefined) await Promise.race([slow, this.#interrupted()]);
    if (this.#stopped !== undefined) throw this.#stopped;
    // The upstream was not read meanwhile, so its silence was ours.
    if (slow !== undefined) watch.noteRead();
  }

  #interrupted(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      if (this.#stopped !== undefined) resolve();
    });
  }

  async #finish(sink: ReplySink): Promise<void> {
    const { lane } = this.#answer;
    const { facts, interruption } = this.#exchange;
    facts.notes = [...facts.notes, ...lane.notes];
    const error = interruption.error ?? lane.error;
    const last = facts.attempts.at(-1);
    if (error !== undefined && last !== undefined) last.error = error;
    if (error === undefined) await facts.keep?.(lane.lastText);
    await settle(this.#gateway, this.#exchange, { status: 200, ...(error && { error }) });
    if (interruption.error?.code === 'canceled') return;
    void sink.write(writeFidelity(this.#exchange, lane) + lane.lastText);
    sink.end();
  }
}
