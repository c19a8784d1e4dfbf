/** Finds what went wrong while an agent tried its task; used by `trial.ts`. */
import type { ScriptedRequest } from '@parley/testkit';
import type { Agent } from './agent.ts';
import type { Outcome } from './bounded-process.ts';
import { findTool, listMarks } from './history.ts';
import type { RecordedExchange } from './recorded-exchange.ts';
import { closing, signature, task } from './task.ts';

/** What was recorded while an agent tried the task. */
export interface Evidence {
  readonly agent: Agent;
  readonly outcome: Outcome;
  /** The content of the file; `undefined` if there is none. */
  readonly content: string | undefined;
  readonly exchanges: readonly RecordedExchange[];
  readonly requests: readonly ScriptedRequest[];
  /** Errors that scripted behaviours threw. */
  readonly failures: readonly unknown[];
}

/** How an error looks in a stream of any format. */
const errorFrame = /^event: ?(?:error|response\.failed)$|^data: ?\{"error":/m;

/** Returns a sentence for each problem of an attempt. */
export function listProblems(evidence: Evidence): readonly string[] {
  return [
    ...listOutcomeProblems(evidence),
    ...evidence.exchanges.flatMap(listAnswerProblems),
    ...listSocketProblems(evidence),
    ...listRequestProblems(evidence),
    ...evidence.failures.map((failure) => `the script threw: ${String(failure)}`),
  ];
}

function listOutcomeProblems({ outcome, content }: Evidence): readonly string[] {
  return [
    ...(outcome.late ? ['it was not done in time'] : []),
    ...(outcome.code === 0 ? [] : [`its exit code is ${outcome.code}`]),
    ...(content === task.content ? [] : [`the file holds ${JSON.stringify(content ?? null)}`]),
    ...(outcome.printed.includes(closing) ? [] : ['it did not print the closing text']),
  ];
}

function listAnswerProblems(exchange: RecordedExchange): readonly string[] {
  const { method, path, status, answer } = exchange;
  if (status >= 400) return [`${method} ${path} was answered ${status}: ${answer.slice(0, 300)}`];
  const frame = errorFrame.exec(answer)?.[0];
  return frame === undefined ? [] : [`${method} ${path} was answered with an error frame`];
}

/** An agent that can use a WebSocket must send all its requests to the model on it. */
function listSocketProblems({ agent, exchanges }: Evidence): readonly string[] {
  if (agent.opensSocket !== true) return [];
  const posts = exchanges.filter(({ method }) => method === 'POST');
  const opened = exchanges.some(({ status }) => status === 101);
  return [
    ...(opened ? [] : ['it opened no WebSocket']),
    ...posts.map(({ path }) => `it sent POST ${path} beside its WebSocket`),
  ];
}

/** The agent's tool must reach the model unchanged, and the second turn must have its call and its result. */
function listRequestProblems({ agent, requests }: Evidence): readonly string[] {
  const use = agent.writeFile(task.file, task.content);
  const turns = requests.filter(({ body }) => findTool(body, use.name) !== undefined);
  const [first, last, ...more] = turns;
  if (first === undefined || last === undefined || more.length > 0) {
    return [`the upstream got ${turns.length} turns with its tool`];
  }
  const declaration = findTool(first.body, use.name)?.declaration ?? '';
  const names = typeof use.arguments === 'string' ? [] : Object.keys(use.arguments);
  const missing = names.filter((name) => !declaration.includes(`"${name}"`));
  return [
    ...(missing.length === 0 ? [] : [`its tool came without ${missing.join(', ')}`]),
    ...listPairingProblems(last),
    ...listProofProblems(agent, last),
  ];
}

function listPairingProblems({ dialect, body }: ScriptedRequest): readonly string[] {
  const marks = listMarks(dialect, body);
  const [call, result] = marks;
  if (marks.length !== 2 || call?.kind !== 'call' || result?.kind !== 'result') {
    return [`the second turn holds ${marks.map(({ kind }) => kind).join(', ') || 'no call'}`];
  }
  return [
    ...(call.id === result.id && call.id !== undefined ? [] : ['call and result are not paired']),
    ...(result.turn === call.turn + 1 ? [] : ['the result does not follow its call at once']),
  ];
}

/** Vendors refuse a turn, or answer worse, if the signature of their model's reasoning is missing. */
function listProofProblems(agent: Agent, { dialect, text }: ScriptedRequest): readonly string[] {
  const hasPlace = agent.dialect !== 'openai-chat' && dialect !== 'openai-chat';
  return hasPlace && !text.includes(signature) ? ['the proof of its reasoning is lost'] : [];
}
