import type { CallPart } from '../../canonical/part.ts';
import type { ReplyTarget } from '../../codec.ts';
import { FreeformReader } from '../../shared/custom-input-reader.ts';

/** Tools that the caller declared as taking raw text, by its own names; upstream, functions may stand in. */
export function namesOfFreeform({ request }: Pick<ReplyTarget, 'request'>): ReadonlySet<string> {
  const tools = request?.tools ?? [];
  return new Set(tools.flatMap((tool) => (tool.kind === 'freeform' ? [tool.name] : [])));
}

/** The call of a stand-in as a call of the tool that the caller declared. */
export function restoreFreeform(call: CallPart): CallPart {
  const reader = new FreeformReader();
  const text = reader.push(call.arguments) + reader.end();
  return { ...call, arguments: text, freeform: true };
}
