/** Alerts on their way to webhooks: each is tried again until its receiver takes it; used by `alerts.ts`. */
import type { ExtensionContext } from '@parley/core/extension';
import type { Alert } from './alert.ts';
import { sendAlert } from './webhook.ts';

/** Further alerts are not sent until some of these are. */
const maxWaiting = 1_000;
/** Seconds before each further try; after the last one the alert is given up. */
const pauses: readonly number[] = [5, 30, 120, 600, 1_800, 3_600, 7_200];
/** How many are sent at the same time. */
const atOnce = 10;

/** Milliseconds that a receiver has for its last answer; a gateway that closes waits five seconds for extensions. */
const lastAnswerMs = 2_000;

/** An alert for one webhook. */
interface Delivery {
  readonly webhook: string;
  readonly alert: Alert;
  tries: number;
  /** When it is tried next, on the monotonic clock. */
  dueTick: number;
  /** Present while it is under way. */
  sending?: Promise<void> | undefined;
}

/** In memory: what waits when the gateway closes is tried once more, then lost, and the log says so. */
export class WebhookQueue {
  readonly #gateway: ExtensionContext;
  /** Ends what is under way when the gateway closes. */
  readonly #ending = new AbortController();
  #waiting: Delivery[] = [];
  #isClosing = false;

  constructor(gateway: ExtensionContext) {
    this.#gateway = gateway;
  }

  /** Adds an alert for every webhook that wants its type. */
  add(alert: Alert): void {
    const { webhooks = {} } = this.#gateway.snapshot().alerts ?? {};
    for (const [webhook, { types }] of Object.entries(webhooks)) {
      const isWanted = types === undefined || types.some((type) => type === alert.type);
      if (!isWanted) continue;
      if (this.#waiting.length < maxWaiting) {
        this.#waiting.push({ webhook, alert, tries: 0, dueTick: -Infinity });
      } else this.#logLost({ webhook, alert }, 'too many wait');
    }
  }

  /** Sends what is due. Never rejects. */
  async flush(): Promise<void> {
    const now = this.#gateway.clock.monotonic();
    const due = this.#waiting.filter(({ dueTick }) => dueTick <= now);
    while (due.length > 0 && !this.#isClosing) {
      await Promise.all(due.splice(0, atOnce).map((delivery) => this.#send(delivery)));
    }
  }

  /** Sends everything for the last time, for a limited time. Never rejects. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const timer = setTimeout(() => {
      this.#ending.abort();
    }, lastAnswerMs);
    await Promise.all(this.#waiting.map((delivery) => this.#send(delivery)));
    clearTimeout(timer);
  }

  /** What is under way already is not sent twice. */
  #send(delivery: Delivery): Promise<void> {
    delivery.sending ??= this.#try(delivery).finally(() => {
      delivery.sending = undefined;
    });
    return delivery.sending;
  }

  async #try(delivery: Delivery): Promise<void> {
    const { transport, clock } = this.#gateway;
    const webhook = this.#gateway.snapshot().alerts?.webhooks[delivery.webhook];
    if (webhook === undefined) {
      this.#remove(delivery);
      return;
    }
    const sender = { transport, clock, signal: this.#ending.signal };
    const outcome = await sendAlert(sender, webhook, delivery.alert);
    const pause = this.#isClosing ? undefined : pauses[delivery.tries];
    if (outcome.kind === 'failed' && pause !== undefined) {
      delivery.tries += 1;
      delivery.dueTick = clock.monotonic() + pause * 1_000;
      this.#gateway.log('warn', 'A webhook did not take an alert; it is sent again later.', {
        webhook: delivery.webhook,
        alert: delivery.alert.type,
        reason: outcome.reason,
        retry_ms: pause * 1_000,
      });
      return;
    }
    this.#remove(delivery);
    if (outcome.kind !== 'taken') this.#logLost(delivery, outcome.reason);
  }

  #remove(delivery: Delivery): void {
    this.#waiting = this.#waiting.filter((other) => other !== delivery);
  }

  #logLost({ webhook, alert }: Pick<Delivery, 'webhook' | 'alert'>, reason: string): void {
    this.#gateway.log('error', 'A webhook did not get an alert.', {
      webhook,
      alert: alert.type,
      alert_id: alert.id,
      reason,
    });
  }
}
