// Decodes the options of Anthropic Messages requests, for the request decoder.
import type { OutputFormat, Sampling } from '../../../canonical/request.ts';
import type { JsonObject } from '../../../json/value.ts';
import { omitNullish } from '../../../shared/omit-undefined.ts';
import { isKind } from '../../../shared/schema.ts';
import { rawOf } from '../extras.ts';
import type { JsonFormatInput, RequestInput } from './schema.ts';

export function decodeSampling(body: RequestInput): Sampling {
  return omitNullish({ temperature: body.temperature, topP: body.top_p, topK: body.top_k });
}

export function decodeOutputFormat(format: JsonFormatInput | null | undefined): {
  readonly outputFormat?: OutputFormat;
  readonly keptFormat?: JsonObject;
} {
  if (format === null || format === undefined) return {};
  if (!isKind(format, 'json_schema')) return { keptFormat: { output_format: rawOf(format) } };
  return { outputFormat: { type: 'schema', schema: rawOf(format.schema), bound: true } };
}
