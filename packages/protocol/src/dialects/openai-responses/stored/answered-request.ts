// Conversations of stored responses, for gateways that continue a response by its id.
import type { JsonObject, JsonValue } from '../../../json/value.ts';
import { textAt } from '../../../shared/json-fields.ts';
import {
  completeInput,
  inputItems,
  isReference,
  pageItems,
  repeatOutput,
  toItems,
  type ItemListOptions,
} from './response-items.ts';

/*
 * Functions for a gateway that stores responses itself. They work on the JSON of this format, so that they
 * serve clients of any upstream. The gateway decides where responses are stored, and for how long.
 */

/** A request and its response. */
export interface AnsweredRequest {
  /** The input items of the request as they were sent to the upstream; some have no id. */
  readonly input: readonly JsonObject[];
  /** The response as the client received it. */
  readonly response: JsonObject;
}

/**
 * Creates the form in which a gateway stores a response.
 * @param request the body of the request
 * @param response the whole response, identified by its `id`
 */
export function createAnsweredRequest(request: JsonObject, response: JsonObject): AnsweredRequest {
  return { input: inputItems(request), response };
}

/**
 * Inserts the conversation that a request continues before its input, and removes the reference to it.
 * Instructions of earlier requests are not included, as at the vendor. Reasoning without state is left out,
 * and with it the ids that need it.
 * @param history the preceding responses, oldest first
 */
export function prependHistory(body: JsonObject, history: readonly AnsweredRequest[]): JsonObject {
  const { previous_response_id: _, ...request } = body;
  const earlier = history.flatMap((answered) => [
    ...answered.input,
    ...repeatOutput(answered.response).flatMap(({ repeated }) => repeated),
  ]);
  return { ...request, input: [...earlier, ...toItems(body['input'])] };
}

/** The ids of the stored items that a request references. */
export function referencedItems(body: JsonObject): string[] {
  return toItems(body['input'])
    .filter(isReference)
    .map((item) => textAt(item, 'id'));
}

/**
 * Replaces references by items of stored responses, which are repeated as in `prependHistory`. References that
 * are not found are kept.
 * @param found the responses that contain the items; of several items with one id, the last is taken
 */
export function resolveReferences(body: JsonObject, found: readonly AnsweredRequest[]): JsonObject {
  const stored = new Map(
    found.flatMap(({ response }) => repeatOutput(response)).map((item) => [item.id, item.repeated]),
  );
  const input = toItems(body['input']).flatMap((item): readonly JsonValue[] => {
    const repeated = isReference(item) ? stored.get(textAt(item, 'id')) : undefined;
    return repeated ?? [item];
  });
  return { ...body, input };
}

/** The response to `GET /v1/responses/{id}/input_items`. */
export function listInputItems(
  answered: AnsweredRequest,
  options: ItemListOptions = {},
): JsonObject {
  const { input, response } = answered;
  return pageItems(completeInput(input, textAt(response, 'id')), options);
}

/** The response to `DELETE /v1/responses/{id}`. */
export function encodeDeletion(id: string): JsonObject {
  return { id, object: 'response', deleted: true };
}
