/** The operation that prepares the next response of a connection: it checks and keeps a request, and generates nothing. */
import { NameMap, noUsage, writeJson, type CanonicalReply } from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import { isAdmitted, type Admitted, type WholeAnswer } from '../state.ts';
import { createReplyTarget } from '../streaming/reply-target.ts';
import type { Operation } from './operation.ts';
import { createRespond, type Recollection } from './respond.ts';

/** Nothing is generated, so nothing is counted. */
const nothing: CanonicalReply = {
  choices: [{ index: 0, parts: [], finish: { reason: 'stop' } }],
  usage: noUsage,
};

/** Answers with an empty reply, from which a later request continues. */
export function createWarmUp(gateway: GatewayContext, recollection: Recollection): Operation {
  const operation = createRespond(recollection);
  const answerAdmitted = (admitted: Admitted): WholeAnswer => {
    const { inbound, request } = admitted;
    const target = createReplyTarget(gateway, admitted, new NameMap());
    const { previousResponseId = null } = request;
    const { value, notes } = inbound.encodeReply(nothing, target);
    const text = writeJson({ ...value, previous_response_id: previousResponseId });
    return { kind: 'whole', text, notes, keep: () => operation.keep(gateway, admitted, text) };
  };
  return {
    ...operation,
    isRecorded: false,
    answerLocally: (reached) => (isAdmitted(reached) ? answerAdmitted(reached) : undefined),
  };
}
