// Translates the body of a request: the caller's format in, the upstream's out.
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
  type TranslationDirection,
  type JsonBody,
  type RequestContext,
  type TranslationNotes,
} from './options.ts';

/** How to translate a request. `from` is the caller's format, and `to` the upstream's. */
export interface RequestTranslationOptions extends TranslationDirection {
  /** The upstream's own name of the model, at least one character. */
  readonly model: string;
  /**
   * Who runs the upstream: state that only its maker can read, such as a reasoning signature, goes
   * back to that vendor and to nobody else. Whose format it is, unless told.
   */
  readonly vendor?: string;
  /** Corrections of what the model's name lets guess about what the model accepts. */
  readonly profile?: Partial<Profile>;
  /**
   * What the path of a `gemini-generate` request says, because its body does not. Unless told, the
   * model is the upstream's, and the answer is no stream.
   */
  readonly address?: Partial<RequestAddress>;
}

/** A request as its upstream gets it. */
export interface TranslatedRequest extends JsonBody, TranslationNotes {
  /** Whether a stream is asked for. */
  readonly stream: boolean;
  /** Where the upstream is asked, behind its base address and version, such as `/chat/completions`. */
  readonly path: string;
  /** What the upstream demands beside the credential: the content type, and its format's own headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** For the translation of the answer. */
  readonly context: RequestContext;
}

/**
 * Translates a request.
 * @param body a JSON text, or the object it stands for; text keeps numbers that a double would change
 * @throws GatewayError `invalid-request` or `unsupported`, most often with the `param` at fault:
 *   `translateError` writes it in the caller's format
 */
export function translateRequest(
  body: string | object,
  options: RequestTranslationOptions,
): TranslatedRequest {
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
  const caller = codecOf(from);
  const facts = caller.checkRequest(body, address);
  const decoded = caller.decodeRequest(body, address);
  const upstream = codecOf(to);
  const encoded = upstream.encodeRequest(decoded.value, {
    model,
    vendor,
    profile: overrideProfile(guessProfile(model), profile),
  });
  const { body: sent, names } = encoded.value;
  const notes = [...decoded.notes, ...encoded.notes];
  return {
    body: sent,
    json: writeJson(sent),
    stream: facts.stream,
    path: upstream.wire.paths.generate({ model, stream: facts.stream }),
    headers: { 'content-type': 'application/json', ...upstream.wire.requiredHeaders },
    notes,
    fidelity: fidelityOf(notes),
    context: {
      direction: { from, to },
      model: facts.model,
      vendor,
      stream: facts.stream,
      includeUsage: facts.includeUsage,
      names,
      request: decoded.value,
    },
  };
}

/** The scan comes first: it bounds the depth, and refuses fields that two readers may read in two ways. */
function readText(text: string): JsonValue {
  scanObject(text);
  const body = parseJson(text);
  if (body === undefined) throw invalid('The body is not valid JSON.');
  return body;
}

function invalid(message: string): GatewayError {
  return new GatewayError('invalid-request', message, { reason: 'invalid_json' });
}
