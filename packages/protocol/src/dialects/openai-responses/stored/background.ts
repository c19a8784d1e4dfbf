// Responses that an upstream generates in the background, for gateways that wait for them.
import type { Usage } from '../../../canonical/usage.ts';
import { isJsonObject, type JsonObject } from '../../../json/value.ts';
import { redactJson, type Redact } from '../../../redaction/redaction.ts';
import { redactDetails } from '../error.ts';
import { decodeUsage } from '../usage.ts';

/** Whether a response is still generated, or how it has ended. */
export type BackgroundState = 'running' | 'answered' | 'canceled' | 'failed';

const states: ReadonlyMap<unknown, BackgroundState> = new Map([
  ['queued', 'running'],
  ['in_progress', 'running'],
  ['cancelled', 'canceled'],
  ['failed', 'failed'],
]);

/** Reads the state of a response; an incomplete one is an answer. */
export function readBackgroundState({ status }: JsonObject): BackgroundState {
  return states.get(status) ?? 'answered';
}

/** Reads what a response used; `undefined` when it does not say. */
export function readBackgroundUsage(response: JsonObject): Usage | undefined {
  return decodeUsage(response);
}

/**
 * The fields of a response that a client sees changed: the model becomes the call name, and no error contains a
 * secret.
 */
export function shownBackgroundFields(
  response: JsonObject,
  { model, redact }: { readonly model: string; readonly redact: Redact },
): JsonObject {
  const { error } = response;
  const shown = isJsonObject(error) ? { error: redactJson(error, redact) } : {};
  return { model, ...redactDetails(response, redact), ...shown };
}

/** The response as it ends when the gateway gives up on it. */
export function failBackground(response: JsonObject, message: string): JsonObject {
  return { ...response, status: 'failed', error: { code: 'server_error', message } };
}
