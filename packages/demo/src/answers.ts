/** The reply of each demo model, in canonical form. */
import type {
  CallPart,
  CanonicalRequest,
  Finish,
  CustomTool,
  FunctionTool,
  Part,
  ResultPart,
  Tool,
} from '@parley/protocol';
import { sampleOf } from './schema-sample.ts';
import { countTokens, cutToTokens } from './tokens.ts';

/** The reply of a demo model. */
export interface Answer {
  readonly parts: readonly Part[];
  readonly finish: Finish;
}

/** Repeats the last text of the user. */
export function echo(request: CanonicalRequest): Answer {
  const turn = request.turns.findLast(({ role }) => role === 'user');
  const text = textOf(turn?.parts ?? []);
  return say(request, text === '' ? 'There was nothing to say back.' : text);
}

const lines = [
  'A gateway stands between those who ask and those who answer.',
  'It speaks the language of each, and adds nothing of its own.',
  'Words come in one by one, and one by one they go on.',
  'When a word is lost, it says so.',
  'When the asker leaves, the answerer is told to stop.',
  'And when all has been said, it writes down what it cost.',
];

/** A fixed text, long enough to be seen streaming. */
export function recite(request: CanonicalRequest): Answer {
  return say(request, lines.join(' '));
}

/** Returns reasoning, unless the request turns it off, and then the text. */
export function think(request: CanonicalRequest): Answer {
  const { reasoning } = request;
  const answer = say(request, 'Having thought about it: yes.');
  if (reasoning?.effort === 'none' || reasoning?.budget === 0) return answer;
  const thought: Part = {
    type: 'reasoning',
    text: reasoning?.show === false ? '' : 'The question asks for a yes or a no. It is a yes.',
    providerState: { vendor: 'demo', kind: 'signature', data: 'ZGVtbyBzaWduYXR1cmU=' },
  };
  return { ...answer, parts: [thought, ...answer.parts] };
}

/** Returns JSON that fits the schema of the request. */
export function fill(request: CanonicalRequest): Answer {
  const format = request.outputFormat;
  const value = format?.type === 'schema' ? sampleOf(format.schema) : { answer: 'example' };
  return say(request, JSON.stringify(value));
}

/** Calls the tools of the request; once there are results, returns a text about them. */
export function callTools(request: CanonicalRequest): Answer {
  const results = newResults(request);
  if (results.length > 0) {
    const said = results.map((result) => textOf(result.content)).join('\n');
    return say(request, `The tools answered: ${said}`);
  }
  const tools = chooseTools(request);
  if (tools.length === 0) return say(request, 'There is no tool to call.');
  const made = request.turns.flatMap((turn) => turn.parts).filter(({ type }) => type === 'call');
  const parts = tools.map((tool, index) => callOf(tool, made.length + index + 1));
  return { parts, finish: { reason: 'calls' } };
}

/** The results after the model's last turn. */
function newResults(request: CanonicalRequest): ResultPart[] {
  const last = request.turns.findLastIndex(({ role }) => role === 'assistant');
  const parts = request.turns.slice(last + 1).flatMap((turn) => turn.parts);
  return parts.filter((part) => part.type === 'result');
}

type CallableTool = FunctionTool | CustomTool;

/** The first tool, or the first two when parallel calls are allowed. */
function chooseTools({ tools, toolChoice, parallelToolCalls }: CanonicalRequest): CallableTool[] {
  if (toolChoice?.mode === 'none') return [];
  const callable = tools.filter((tool): tool is CallableTool => tool.kind !== 'server');
  const wanted = callable.filter((tool) => isWanted(tool, toolChoice));
  return wanted.slice(0, parallelToolCalls === false ? 1 : 2);
}

function isWanted({ name }: Tool, choice: CanonicalRequest['toolChoice']): boolean {
  if (choice?.mode === 'named') return name === choice.name;
  return choice?.mode === 'subset' ? choice.names.includes(name) : true;
}

function callOf(tool: CallableTool, number: number): CallPart {
  const call = { type: 'call', id: `call_demo_${String(number)}`, name: tool.name } as const;
  if (tool.kind === 'custom') return { ...call, arguments: 'example', custom: true };
  return { ...call, arguments: JSON.stringify(sampleOf(tool.schema ?? { type: 'object' })) };
}

/** A text reply that ends at the first stop sequence or at the output limit, as a real model's does. */
function say(request: CanonicalRequest, text: string): Answer {
  const stop = firstStop(text, request.stopSequences ?? []);
  const spoken = stop === undefined ? text : text.slice(0, stop.index);
  const limit = request.maxOutputTokens;
  if (limit !== undefined && countTokens(spoken) > limit) {
    const parts: Part[] = [{ type: 'text', text: cutToTokens(spoken, limit) }];
    return { parts, finish: { reason: 'length' } };
  }
  const finish: Finish =
    stop === undefined
      ? { reason: 'stop' }
      : { reason: 'stop-sequence', stopSequence: stop.sequence };
  return { parts: [{ type: 'text', text: spoken }], finish };
}

function firstStop(text: string, sequences: readonly string[]) {
  return sequences
    .filter((sequence) => sequence !== '')
    .map((sequence) => ({ sequence, index: text.indexOf(sequence) }))
    .filter(({ index }) => index !== -1)
    .sort((a, b) => a.index - b.index)[0];
}

function textOf(parts: readonly Part[]): string {
  const texts = parts.map((part) => {
    if (part.type === 'text') return part.text;
    return part.type === 'media' ? `[${part.kind}]` : '';
  });
  return texts.filter((text) => text !== '').join('\n');
}
