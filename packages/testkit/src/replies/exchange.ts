/** A request with the description of its reply; used by the response scripts. */
import type { ScriptedRequest } from '../upstream/scripted-request.ts';
import { resolveReply, sumUsage } from './description.ts';
import type { ReplyDescription, StreamOptions } from './description.ts';

/** A request and the description of its reply. */
export interface Exchange {
  readonly request: ScriptedRequest;
  readonly description: ReplyDescription & { readonly model: string };
  readonly options: StreamOptions;
}

/** The described number of prompt tokens; `null` when usage is not reported. */
export function countPrompt({ description }: Exchange): number | null {
  const { usage } = resolveReply(description);
  return usage ? sumUsage(usage).prompt : null;
}
