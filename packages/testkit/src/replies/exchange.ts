import type { ScriptedRequest } from '../upstream/scripted-request.ts';
import { resolveReply, sumUsage } from './description.ts';
import type { ReplyDescription, StreamOptions } from './description.ts';

/** What is asked, and what the answer to it is to be. */
export interface Exchange {
  readonly request: ScriptedRequest;
  readonly description: ReplyDescription & { readonly model: string };
  readonly options: StreamOptions;
}

/** Tokens of the prompt as described; `null` when they are not told. */
export function countPrompt({ description }: Exchange): number | null {
  const { usage } = resolveReply(description);
  return usage ? sumUsage(usage).prompt : null;
}
