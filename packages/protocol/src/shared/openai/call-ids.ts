// Fits the ids of calls to what upstreams of OpenAI's formats accept, for their request encoders.
import type { Turn } from '../../canonical/request.ts';
import type { RequestTarget } from '../../codec.ts';
import { toShortId } from '../../history/ids.ts';
import { homeVendor } from './wire.ts';

/**
 * Gives calls and their results ids that the upstream accepts. OpenAI and Azure reject long ones (their error: "string
 * too long"). Other vendors get every id back, because some ids contain state.
 * @param longest the maximum length that OpenAI accepts in this format, in characters
 */
export function fitCallIds(
  turns: readonly Turn[],
  { profile, vendor }: RequestTarget,
  longest: number,
): readonly Turn[] {
  const { strictHistory } = profile;
  if (!strictHistory && vendor !== homeVendor && vendor !== 'azure') return turns;
  const fit = (id: string) => (strictHistory || id.length > longest ? toShortId(id) : id);
  return turns.map((turn) => ({
    ...turn,
    parts: turn.parts.map((part) => {
      if (part.type === 'call') return { ...part, id: fit(part.id) };
      return part.type === 'result' ? { ...part, callId: fit(part.callId) } : part;
    }),
  }));
}
