/**
 * Opens the response of an upstream that generates a reply in the background. It is stored before its client hears
 * of it, so that it can be asked for and charged whatever happens to this process.
 */
import {
  GatewayError,
  isJsonObject,
  parseJson,
  readBackgroundState,
  replaceFields,
  shownBackgroundFields,
  writeJson,
  type JsonObject,
} from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import { createStoreError } from '../../store/errors.ts';
import { openReply, type OpenedResponse } from '../operations/open-reply.ts';
import { keepAnswer } from '../stored/keep-answer.ts';
import { saveReply } from '../stored/stored-replies.ts';
import type { Admitted, Answer } from '../state.ts';
import { badResponse, type WholeBody } from '../upstream/upstream-response.ts';
import { callBackground } from './background-call.ts';
import { writePending } from './pending-response.ts';

/**
 * Opens the response, streamed or whole. The answer says whether the reply goes on after it, so that the exchange is
 * settled later.
 * @throws GatewayError when the response is no reply, or cannot be stored; it is then cancelled
 */
export async function openBackground(
  gateway: GatewayContext,
  admitted: Admitted,
  response: OpenedResponse,
): Promise<Answer> {
  const beginning = { gateway, admitted, response, isStored: false };
  const answer = admitted.request.summary.stream
    ? await openStream(beginning)
    : await openReply(gateway, admitted, { ...response, answerEarly: createEarly(beginning) });
  return answer.goesOn?.() === true && answer.kind === 'whole'
    ? answer
    : { ...answer, keep: (text) => keep(beginning, text) };
}

interface Beginning {
  readonly gateway: GatewayContext;
  readonly admitted: Admitted;
  readonly response: OpenedResponse;
  /** Whether the beginning of a streamed response has been stored. */
  isStored: boolean;
}

/** Answers with a response that has not ended; `undefined` for one that has, which is a usual reply. */
function createEarly(beginning: Beginning): NonNullable<OpenedResponse['answerEarly']> {
  const { response, admitted } = beginning;
  const { rewrite = (text: string) => text, reader } = response;
  return async ({ text, json }: WholeBody) => {
    if (!isJsonObject(json) || readBackgroundState(json) !== 'running') return undefined;
    if (!hasId(json)) throw badResponse();
    const { model } = admitted.request.summary;
    const fields = shownBackgroundFields(json, { model, redact: reader.redact });
    const shown = rewrite(replaceFields(text, fields));
    await save(beginning, shown);
    return { kind: 'whole', text: shown, notes: [], goesOn: () => true };
  };
}

/** The first event of a stream has the response with its id; the client gets it once it is stored. */
async function openStream(beginning: Beginning): Promise<Answer> {
  const { gateway, admitted, response } = beginning;
  let saving: Promise<void> | undefined;
  const rewrite = (text: string): string => {
    const begun = saving === undefined ? readBegun(text) : undefined;
    if (begun !== undefined) {
      saving = save(beginning, writeJson(begun)).then(() => {
        beginning.isStored = true;
      });
      // Awaited below, unless the first event came late.
      saving.catch(() => undefined);
    }
    return response.rewrite?.(text) ?? text;
  };
  // A response that is stored is generated to its end, so no other is begun when its stream breaks.
  const hasBegun = (): boolean => saving !== undefined;
  const answer = await openReply(gateway, admitted, { ...response, rewrite, hasBegun });
  await saving;
  if (answer.kind === 'whole') return answer;
  return { ...answer, goesOn: () => beginning.isStored && answer.pump.stream.state !== 'ended' };
}

/** The response in the first frame that has one, while it is generated. */
function readBegun(text: string): JsonObject | undefined {
  for (const [, data = ''] of text.matchAll(/^data: ?(.*)$/gm)) {
    const event = parseJson(data);
    const response = isJsonObject(event) ? event['response'] : undefined;
    if (!isJsonObject(response) || readBackgroundState(response) !== 'running') continue;
    if (hasId(response)) return response;
  }
  return undefined;
}

/** Whether a response can be stored and asked for: one without a usable id would hold its reservation and never end. */
function hasId({ id }: JsonObject): boolean {
  return typeof id === 'string' && /^\P{C}+$/u.test(id);
}

async function save(beginning: Beginning, text: string): Promise<void> {
  const { gateway, admitted } = beginning;
  const { id: requestId, caller, request } = admitted;
  const reply = { requestId, keyId: caller.key.id, request: request.json ?? {}, text };
  try {
    await saveReply(gateway, { ...reply, ...placeOf(beginning) });
  } catch (thrown) {
    await cancel(beginning, text);
    gateway.log('error', 'A background response could not be stored, and was cancelled.', {
      request_id: requestId,
      cause: thrown,
    });
    if (thrown instanceof GatewayError) throw thrown;
    throw createStoreError('The gateway cannot store background responses right now.', thrown);
  }
}

/** Stores the end of a response. A streamed one stays pending until it is known to be charged. */
async function keep(beginning: Beginning, text: string): Promise<void> {
  const { gateway, admitted, isStored } = beginning;
  const place = admitted.request.summary.stream ? placeOf(beginning) : {};
  await keepAnswer(gateway, admitted, { ...place, text, isStored });
}

function placeOf({ gateway, admitted, response }: Beginning) {
  const { name: upstream } = response.connection.upstream;
  return { upstream, pending: writePending(gateway, admitted) };
}

async function cancel({ gateway, admitted, response }: Beginning, text: string): Promise<void> {
  const json = parseJson(text);
  const id = isJsonObject(json) ? json['id'] : undefined;
  if (typeof id !== 'string') return;
  const { sent, connection } = response;
  const { model: callName } = admitted.request.summary;
  const model = admitted.attempts.last?.model ?? callName;
  const remote = { upstream: connection.upstream, dialect: sent.outbound, model, callName, id };
  await callBackground(gateway, remote, 'cancel').catch(() => undefined);
}
