// Translates a request body from the client's dialect to the upstream's.
import { GatewayError } from '../canonical/error.ts';
import { fidelityOf } from '../canonical/note.ts';
import { codecOf } from '../dialects.ts';
import { writeJson } from '../json/exact-number.ts';
import { parseJson } from '../json/parse.ts';
import { scanObject } from '../json/scan.ts';
import type { JsonValue } from '../json/value.ts';
import { guessProfile, overrideProfile } from '../profiles/guess.ts';
import type { Profile } from '../profiles/profile.ts';
import { omitUndefined } from '../shared/omit-undefined.ts';
import type { RequestAddress } from '../wire.ts';
import {
  asJson,
  checkBody,
  requireText,
  type TranslationDirection,
  type JsonBody,
  type RequestContext,
  type TranslationNotes,
} from './options.ts';

/** How to translate a request. `from` is the client's dialect, `to` is the upstream's. */
export interface RequestTranslationOptions extends TranslationDirection {
  /** The upstream's model name, at least one character. */
  readonly model: string;
  /**
   * The vendor that runs the upstream, such as `groq`: its servers may accept less than the model does elsewhere, and
   * provider state, such as a reasoning signature, is sent only to the vendor that created it. By default, the vendor
   * that defined `to`.
   */
  readonly vendor?: string;
  /** Corrections to the profile that is guessed from the model name and the vendor. */
  readonly profile?: Partial<Profile>;
  /**
   * What the path of a `gemini-generate` request states, because its body does not. By default, the model is
   * the upstream's and the reply is not streamed.
   */
  readonly address?: Partial<RequestAddress>;
}

/** A request in the upstream's dialect. */
export interface TranslatedRequest extends JsonBody, TranslationNotes {
  /** Whether a stream is requested. */
  readonly stream: boolean;
  /** The path of the upstream, relative to its base URL and version, such as `/chat/completions`. */
  readonly path: string;
  /**
   * The headers that the upstream requires besides the credential: the content type and those of its dialect.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** Pass this to the translation of the reply. */
  readonly context: RequestContext;
}

/**
 * Translates a request.
 * @param body JSON text or the parsed object; text preserves numbers that a double would change
 * @throws GatewayError `invalid-request` or `unsupported`, usually with the `param` at fault;
 *   `translateError` encodes it in the client's dialect; TypeError if the options name no dialect or no model, or if
 *   the body is another kind of object, such as a promise
 */
export function translateRequest(
  body: string | object,
  options: RequestTranslationOptions,
): TranslatedRequest {
  checkBody(body);
  requireText('model', options.model);
  try {
    return translate(typeof body === 'string' ? readText(body) : asJson(body), options);
  } catch (thrown) {
    // Values nested thousands of levels deep exhaust the stack.
    throw thrown instanceof RangeError ? invalid('The body is nested too deeply.') : thrown;
  }
}

function translate(body: JsonValue, options: RequestTranslationOptions): TranslatedRequest {
  const { from, to, model, vendor = codecOf(to).wire.vendor, profile = {} } = options;
  const address = { model, stream: false, ...omitUndefined(options.address ?? {}) };
  const request = codecOf(from).readRequest(body, address);
  const decoded = request.decode();
  const { stream, includeUsage } = request.summary;
  const upstream = codecOf(to);
  const encoded = upstream.encodeRequest(decoded.value, {
    model,
    vendor,
    profile: overrideProfile(guessProfile(model, vendor), profile),
  });
  const { body: sent, names } = encoded.value;
  const notes = [...decoded.notes, ...encoded.notes];
  return {
    body: sent,
    json: writeJson(sent),
    stream,
    path: upstream.wire.paths.generate({ model, stream }),
    headers: { 'content-type': 'application/json', ...upstream.wire.requiredHeaders },
    notes,
    fidelity: fidelityOf(notes),
    context: {
      direction: { from, to },
      model: request.summary.model,
      vendor,
      stream,
      includeUsage,
      names,
      request: decoded.value,
    },
  };
}

/** The scan runs first: it limits the depth and rejects fields that two parsers may read differently. */
function readText(text: string): JsonValue {
  scanObject(text);
  const body = parseJson(text);
  if (body === undefined) throw invalid('The body is not valid JSON.');
  return body;
}

function invalid(message: string): GatewayError {
  return new GatewayError('invalid-request', message, { reason: 'invalid_json' });
}
