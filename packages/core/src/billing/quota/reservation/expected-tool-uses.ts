/** How often a request is expected to use the tools of its provider that have a fee; used by `token-bound.ts`. */
import type { CanonicalRequest, ToolUseName, ToolUses } from '@parley/protocol';

/** How often a request is expected to use a tool, at most; what it will use in the end has no bound. */
const usualUses = 5;

/** The uses of tools that a request is expected to lead to; `undefined` for none. */
export function expectToolUses({ tools, maxToolUses }: CanonicalRequest): ToolUses | undefined {
  let uses: Partial<Record<ToolUseName, number>> | undefined;
  for (const tool of tools) {
    if (tool.kind !== 'server') continue;
    const name = tool.webSearch === undefined ? tool.use : 'web_search';
    if (name === undefined) continue;
    const most = Math.min(usualUses, tool.maxUses ?? usualUses, maxToolUses ?? usualUses);
    (uses ??= {})[name] = Math.max(uses[name] ?? 0, most);
  }
  return uses;
}
