// Tests that answers of this dialect hold every field that the schema of Open Responses requires.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../canonical/error.ts';
import type { ReplyTarget } from '../../codec.ts';
import { codecOf } from '../../dialects.ts';
import { parseJson } from '../../json/parse.ts';
import type { JsonObject } from '../../json/value.ts';
import { objectAt } from '../../shared/json-fields.ts';
import type { SseFrame } from '../../sse/frame.ts';
import { canonicalReply, canonicalRequest } from '../../testing/arbitraries.ts';
import { streamedReply } from '../../testing/event-streams.ts';
import { listCases, readCase, type GoldenCase } from '../../testing/golden-case.ts';
import { sourceBody, sourceFrames, targetOfReply, upstreamOf } from '../../testing/golden.ts';
import { listAt, textAt } from '../../testing/json-reading.ts';
import { sendReply } from '../../testing/translation.ts';
import { readStream, replyTarget, writeStream } from '../../testing/wire.ts';

const codec = codecOf('openai-responses');

/** The required fields, as of version 2026-04-24 of the schema that openresponses.org publishes. */
const required = {
  response:
    'id object created_at completed_at status incomplete_details model previous_response_id instructions ' +
    'output error tools tool_choice truncation parallel_tool_calls text top_p presence_penalty ' +
    'frequency_penalty top_logprobs temperature reasoning usage max_output_tokens max_tool_calls store ' +
    'background service_tier metadata safety_identifier prompt_cache_key',
  usage: 'input_tokens output_tokens total_tokens input_tokens_details output_tokens_details',
  input_tokens_details: 'cached_tokens',
  output_tokens_details: 'reasoning_tokens',
  reasoning_options: 'effort summary',
  text: 'format',
  error: 'code message',
  tool: 'type name description parameters strict',
  message: 'type id status role content',
  function_call: 'type id call_id name arguments status',
  reasoning: 'type id summary',
  output_text: 'type text annotations',
  url_citation: 'type url start_index end_index title',
  refusal: 'type refusal',
  summary_text: 'type text',
} as const;

const ofItem = 'type sequence_number item_id output_index';
const ofContent = `${ofItem} content_index`;
const ofSummary = `${ofItem} summary_index`;
const ofReply = 'type sequence_number response';

const requiredOfEvents: Readonly<Record<string, string>> = {
  'response.created': ofReply,
  'response.in_progress': ofReply,
  'response.completed': ofReply,
  'response.incomplete': ofReply,
  'response.failed': ofReply,
  'response.output_item.added': 'type sequence_number output_index item',
  'response.output_item.done': 'type sequence_number output_index item',
  'response.content_part.added': `${ofContent} part`,
  'response.content_part.done': `${ofContent} part`,
  'response.output_text.delta': `${ofContent} delta`,
  'response.output_text.done': `${ofContent} text`,
  'response.output_text.annotation.added': `${ofContent} annotation_index annotation`,
  'response.refusal.delta': `${ofContent} delta`,
  'response.refusal.done': `${ofContent} refusal`,
  'response.function_call_arguments.delta': `${ofItem} delta`,
  'response.function_call_arguments.done': `${ofItem} arguments`,
  'response.reasoning_summary_part.added': `${ofSummary} part`,
  'response.reasoning_summary_part.done': `${ofSummary} part`,
  'response.reasoning_summary_text.delta': `${ofSummary} delta`,
  'response.reasoning_summary_text.done': `${ofSummary} text`,
  error: 'type sequence_number error',
};

function absent(value: JsonObject, fields: string, path: string): string[] {
  const names = fields.split(' ').filter((name) => value[name] === undefined);
  return names.map((name) => `${path}.${name}`);
}

/** The required fields that an item, a part or an annotation lacks. */
function absentOfKind(value: JsonObject, path: string): string[] {
  const type = textAt(value, 'type');
  const fields = type in required ? required[type as keyof typeof required] : 'type';
  const inner = ['content', 'summary', 'annotations'].flatMap((list) =>
    objectsAt(value, list).flatMap((each) => absentOfKind(each, `${path}.${list}`)),
  );
  return [...absent(value, fields, path), ...inner];
}

function objectsAt(value: JsonObject, name: string): JsonObject[] {
  return listAt(value, name) as JsonObject[];
}

function absentOfReply(reply: JsonObject): string[] {
  const usage = objectAt(reply, 'usage');
  const nested: readonly (readonly [JsonObject | undefined, keyof typeof required])[] = [
    [reply, 'response'],
    [usage, 'usage'],
    [usage && objectAt(usage, 'input_tokens_details'), 'input_tokens_details'],
    [usage && objectAt(usage, 'output_tokens_details'), 'output_tokens_details'],
    [objectAt(reply, 'reasoning'), 'reasoning_options'],
    [objectAt(reply, 'text'), 'text'],
    [objectAt(reply, 'error'), 'error'],
  ];
  return [
    ...nested.flatMap(([value, kind]) => (value ? absent(value, required[kind], kind) : [])),
    ...objectsAt(reply, 'tools')
      .filter((tool) => tool['type'] === 'function')
      .flatMap((tool) => absent(tool, required.tool, 'tools')),
    ...objectsAt(reply, 'output').flatMap((item) => absentOfKind(item, 'output')),
  ];
}

function absentOfEvent(frame: SseFrame): string[] {
  const event = parseJson(frame.data) as JsonObject;
  const type = textAt(event, 'type');
  const reply = objectAt(event, 'response');
  const parts = ['item', 'part', 'annotation'].flatMap((name) => {
    const part = objectAt(event, name);
    return part === undefined ? [] : absentOfKind(part, `${type}.${name}`);
  });
  // Extensions of the schema, such as calls of custom tools, hold at least these.
  const fields = requiredOfEvents[type] ?? 'type sequence_number';
  return [...absent(event, fields, type), ...parts, ...(reply ? absentOfReply(reply) : [])];
}

/** Comments, such as the result of the translation, are no events. */
function absentOfStream(frames: readonly SseFrame[]): string[] {
  return frames.filter(({ data }) => data !== '').flatMap(absentOfEvent);
}

const target: fc.Arbitrary<ReplyTarget> = fc
  .option(canonicalRequest(), { nil: undefined })
  .map((request) => (request === undefined ? replyTarget() : { ...replyTarget(), request }));

/** What a client of this dialect receives of a golden case lacks these fields. @throws GatewayError */
function absentOfCase(golden: GoldenCase): string[] {
  const upstream = codecOf(golden.dialect);
  const source = upstreamOf(golden, golden.dialect);
  if (golden.kind === 'stream') {
    const { steps } = readStream(upstream, sourceFrames(golden), source.vendor);
    return absentOfStream(writeStream(codec, steps, targetOfReply(golden)).steps);
  }
  const reply = upstream.decodeReply(sourceBody(golden), source);
  return absentOfReply(sendReply(codec, reply.value, targetOfReply(golden)).value);
}

const cases = listCases()
  .map(readCase)
  .filter(({ kind }) => kind !== 'request' && kind !== 'error');

describe('a Responses answer holds every required field', () => {
  it.each(cases.map((golden) => [golden.name, golden.dialect, golden] as const))(
    'for %s of %s',
    (_, __, golden) => {
      try {
        expect(absentOfCase(golden)).toEqual([]);
      } catch (thrown) {
        if (!(thrown instanceof GatewayError)) throw thrown;
      }
    },
  );

  it('whole, for any reply and request', () => {
    fc.assert(
      fc.property(canonicalReply(), target, (reply, about) => {
        expect(absentOfReply(sendReply(codec, reply, about).value)).toEqual([]);
      }),
    );
  });

  it('in every event of a stream, for any reply and request', () => {
    fc.assert(
      fc.property(streamedReply(), target, ({ events }, about) => {
        expect(absentOfStream(writeStream(codec, events, about).steps)).toEqual([]);
      }),
    );
  });

  it('in the error event of a stream that fails', () => {
    const error = new GatewayError('upstream-unavailable', 'The upstream failed.');
    const events = [{ type: 'reply-start' }, { type: 'failure', error }] as const;
    const { steps } = writeStream(codec, events, replyTarget());
    const event = parseJson(steps.at(-1)?.data ?? '') as JsonObject;
    expect(absentOfStream(steps)).toEqual([]);
    expect(absent(objectAt(event, 'error') ?? {}, 'type code message param', 'error')).toEqual([]);
  });
});
