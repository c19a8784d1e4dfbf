// Decodes the options of Anthropic Messages requests, for the request decoder.
import type { CanonicalRequest, OutputFormat, Sampling } from '../../../canonical/request.ts';
import { servicesOf } from '../../../canonical/usage.ts';
import type { JsonObject } from '../../../json/value.ts';
import { omitNullish } from '../../../shared/omit-undefined.ts';
import { isKind } from '../../../shared/schema.ts';
import { otherFields, rawOf } from '../extras.ts';
import { dialect, tierOfWire } from '../tables.ts';
import { decodeThinking, readEffort } from './effort.ts';
import { continuesThread, type JsonFormatInput, type RequestInput } from './schema.ts';

type Options = Omit<CanonicalRequest, 'model' | 'stream' | 'includeUsage' | 'turns' | 'tools'>;

export interface DecodedOptions {
  readonly options: Options;
  /** Fields without a canonical form, in their original places. */
  readonly rest: JsonObject;
}

/** Decodes everything in a request except its conversation and its tools. */
export function decodeOptions(input: RequestInput): DecodedOptions {
  const { reasoning, rest: thinking } = decodeThinking(input);
  const { output_config: output, metadata } = input;
  const { outputFormat, rest: format } = decodeOutputFormat(output?.format ?? input.output_format);
  const serviceTier = tierOfWire.get(input.service_tier ?? '');
  return {
    options: {
      ...omitNullish({
        maxOutputTokens: input.max_tokens,
        stopSequences: input.stop_sequences,
      }),
      sampling: decodeSampling(input),
      ...omitNullish({ outputFormat, reasoning, user: metadata?.user_id, serviceTier }),
      ...tieOf(input),
      ...servicesOf(input.speed, input.inference_geo),
      ...(asksForCompaction(input) && { mayCompact: true }),
      ...(input.mcp_servers?.length && { mayReadServers: true }),
    },
    rest: {
      ...filled('thinking', thinking),
      ...filled('output_config', otherFields(output ?? {}, knownOutputFields(output?.effort))),
      ...filled('metadata', otherFields(metadata ?? {}, ['user_id'])),
      ...format,
      ...omitNullish({ service_tier: serviceTier === undefined ? input.service_tier : undefined }),
    },
  };
}

/** The vendor keeps the thread that a request continues, and only it returns a compacted conversation. */
function tieOf(input: RequestInput): Pick<CanonicalRequest, 'tie'> {
  if (continuesThread(input)) {
    return { tie: { dialect, param: 'thread', reason: 'thread_not_found', addsPrompt: true } };
  }
  return input.compaction ? { tie: { dialect, param: 'compaction' } } : {};
}

function asksForCompaction({ context_management: management }: RequestInput): boolean {
  return management?.edits?.some(({ type }) => type.startsWith('compact_')) === true;
}

/** An effort that no other format knows is kept for an upstream of this one. */
function knownOutputFields(effort: string | null | undefined): string[] {
  return readEffort(effort) === undefined ? ['format'] : ['effort', 'format'];
}

function filled(name: string, fields: JsonObject): JsonObject {
  return Object.keys(fields).length > 0 ? { [name]: fields } : {};
}

function decodeSampling(input: RequestInput): Sampling {
  return omitNullish({ temperature: input.temperature, topP: input.top_p, topK: input.top_k });
}

function decodeOutputFormat(format: JsonFormatInput | null | undefined): {
  readonly outputFormat?: OutputFormat;
  readonly rest?: JsonObject;
} {
  if (format === null || format === undefined) return {};
  if (!isKind(format, 'json_schema')) return { rest: { output_format: rawOf(format) } };
  return { outputFormat: { type: 'schema', schema: rawOf(format.schema), bound: true } };
}
