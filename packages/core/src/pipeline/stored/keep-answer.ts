/** Stores what a client of the Responses dialect may fetch or continue later; called when its reply is complete. */
import type { GatewayContext } from '../../context.ts';
import type { Admitted } from '../state.ts';
import { addReply } from './conversations.ts';
import { keepReply, type CompleteReply } from './stored-replies.ts';

/**
 * Stores a reply, if its client wants it stored, and adds it to the conversation that it continues. Failures are logged;
 * never rejects.
 */
export async function keepAnswer(
  gateway: GatewayContext,
  { id: requestId, caller, request }: Admitted,
  reply: Omit<CompleteReply, 'requestId' | 'keyId' | 'request'>,
): Promise<void> {
  const { json, conversation } = request;
  const exchange = { requestId, keyId: caller.key.id };
  if (json !== undefined) await keepReply(gateway, { ...reply, ...exchange, request: json });
  if (conversation === undefined) return;
  await addReply(gateway, { ...exchange, ...conversation }, reply.text);
}
