/** Runs an agent against a failing service and records its requests, when it gives up and what it prints. */
import { rm } from 'node:fs/promises';
import type { Dialect, ScriptedRequest, ScriptedUpstream } from '@parley/testkit';
import type { Agent } from './agent.ts';
import type { BlockingProxy } from './blocking-proxy.ts';
import type { Outcome } from './bounded-process.ts';
import type { Failure } from './failures.ts';
import { findTool } from './history.ts';
import type { RecordedExchange } from './recorded-exchange.ts';
import { openRecorder, type Recorder } from './recorder.ts';
import { createRunFolder, runAgent } from './run-agent.ts';
import { closing, scriptTask, task } from './task.ts';
import { defaultModel, startTestGateway } from './test-gateway.ts';

/** `direct`: without a gateway. Otherwise the format of the upstream behind the gateway. */
export type Route = 'direct' | Dialect;

/** How often a service fails: only the first times, or always. */
export type Span = 'twice' | 'always';

export interface FailureCase {
  readonly agent: Agent;
  readonly failure: Failure;
  readonly span: Span;
  readonly route: Route;
}

/** What an agent did about a failure. */
export interface FailureTrial extends FailureCase {
  /** Requests of the agent with its tools; those for a title are not counted. */
  readonly calls: number;
  /** Those of these requests that reached the upstream. */
  readonly upstreamCalls: number;
  /** The HTTP statuses that the agent received, in order. */
  readonly statuses: readonly number[];
  readonly seconds: number;
  /** `done`: it did the task. `gave-up`: it ended without it. `went-on`: it was still trying at the end. */
  readonly end: 'done' | 'gave-up' | 'went-on';
  readonly output: string;
  readonly exchanges: readonly RecordedExchange[];
}

export interface FailureSetting {
  readonly blockingProxy: BlockingProxy;
  readonly installation: string;
  /** Milliseconds after which an agent that still tries is killed. */
  readonly patienceMs: number;
}

/** Only the requests of the task fail; a request for a title succeeds. */
function scriptFailure({ agent, failure, span }: FailureCase) {
  const use = agent.writeFile(task.file, task.content);
  const succeed = scriptTask(use, agent.aside);
  let failed = 0;
  return (request: ScriptedRequest) => {
    const isTask = isTurn(agent, request.body);
    if (!isTask || (span === 'twice' && failed === 2)) return succeed(request);
    failed += 1;
    return failure.script(request);
  };
}

function isTurn(agent: Agent, body: unknown): boolean {
  const { name } = agent.writeFile(task.file, task.content);
  return findTool(body, name) !== undefined;
}

/** Each trial has a gateway of its own, because circuit breakers remember failures. */
export async function tryFailure(
  trialCase: FailureCase,
  setting: FailureSetting,
): Promise<FailureTrial> {
  const { agent, route } = trialCase;
  const callNames = [defaultModel, ...(agent.models ?? [])];
  const gateway = await startTestGateway(route === 'direct' ? agent.dialect : route, callNames);
  const { upstream, parley } = gateway;
  const direct = route === 'direct' ? await openRecorder(upstream.url) : undefined;
  upstream.script(scriptFailure(trialCase));
  const folder = await createRunFolder(agent);
  try {
    const recorder = direct ?? gateway.recorder;
    const started = performance.now();
    const outcome = await runAgent(agent, {
      ...setting,
      ...{ url: recorder.url, key: parley.key, model: defaultModel, folder },
    });
    const seconds = (performance.now() - started) / 1000;
    return { ...trialCase, seconds, ...observe(agent, { outcome, recorder, upstream }) };
  } finally {
    await rm(folder, { recursive: true, force: true });
    await direct?.close();
    await gateway.close();
  }
}

interface Observed {
  readonly outcome: Outcome;
  readonly recorder: Recorder;
  readonly upstream: ScriptedUpstream;
}

function observe(agent: Agent, { outcome, recorder, upstream }: Observed) {
  const exchanges = recorder.take();
  const turns = exchanges.flatMap(({ status, question }) =>
    listRequests(status, question)
      .filter((body) => isTurn(agent, body))
      .map(() => ({ status })),
  );
  const isDone = !outcome.late && outcome.printed.includes(closing);
  return {
    calls: turns.length,
    upstreamCalls: upstream.requests.filter(({ body }) => isTurn(agent, body)).length,
    statuses: turns.map(({ status }) => status),
    end: isDone ? 'done' : outcome.late ? 'went-on' : 'gave-up',
    output: outcome.output,
    exchanges,
  } as const;
}

/** The bodies of an exchange: on a WebSocket, each message that asks for a response is one. */
function listRequests(status: number, question: string): readonly unknown[] {
  if (status !== 101) return [parseJson(question)];
  const messages = question.split('\n').map(parseJson) as { readonly generate?: boolean }[];
  return messages.filter((message) => message.generate !== false);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
