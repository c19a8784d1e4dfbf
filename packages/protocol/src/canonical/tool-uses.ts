// How often a reply used the tools of its provider that have a fee for each use, in canonical form.
import type { CanonicalRequest, Tool } from './request.ts';
import type { Usage } from './usage.ts';

/**
 * The uses that are counted: searches of the web, of X and of files, runs of code where each has a fee, and whether the
 * reply is grounded in maps.
 */
export const toolUseNames = [
  'web_search',
  'x_search',
  'file_search',
  'code_execution',
  'maps',
] as const;

export type ToolUseName = (typeof toolUseNames)[number];

/** How often each tool was used: whole numbers above 0. */
export type ToolUses = Readonly<Partial<Record<ToolUseName, number>>>;

/** What an upstream claims of the uses of one tool; `undefined` and `null` claim nothing. */
export type ToolUseClaim = readonly [name: ToolUseName, claim: unknown];

/** No reply uses a tool more often; a higher number would be charged, so it is a mistake of the upstream. */
const mostUses = 10_000;

/**
 * Adds the uses of tools that an upstream reports to its usage. A number that cannot be right is ignored, with a
 * correction.
 */
export function addToolUses(usage: Usage, claims: readonly ToolUseClaim[]): Usage {
  const toolUses: Partial<Record<ToolUseName, number>> = {};
  let isWrong = false;
  for (const [name, claim] of claims) {
    if (isCount(claim)) toolUses[name] = claim;
    else isWrong ||= !isNothing(claim);
  }
  const { corrections = [] } = usage;
  return {
    ...usage,
    ...(Object.keys(toolUses).length > 0 && { toolUses }),
    ...(isWrong && { corrections: [...corrections, 'implausible number of tool uses'] }),
  };
}

function isNothing(claim: unknown): boolean {
  return claim === undefined || claim === null || claim === 0;
}

function isCount(claim: unknown): claim is number {
  return typeof claim === 'number' && Number.isInteger(claim) && claim > 0 && claim <= mostUses;
}

/** How often a tool is used where the request does not limit it; what a vendor charges in the end has no bound. */
const usualUses = 5;

/** The uses of tools that a request may lead to, by what it states or else by what is usual; for bills only. */
export function requestedToolUses({ tools, maxToolUses }: CanonicalRequest): ToolUses | undefined {
  let uses: Partial<Record<ToolUseName, number>> | undefined;
  for (const tool of tools) {
    const name = useOf(tool);
    if (name === undefined || tool.kind !== 'server') continue;
    const most = Math.min(tool.maxUses ?? usualUses, maxToolUses ?? Infinity, mostUses);
    (uses ??= {})[name] = Math.max(uses[name] ?? 0, most);
  }
  return uses;
}

function useOf(tool: Tool): ToolUseName | undefined {
  if (tool.kind !== 'server') return undefined;
  return tool.webSearch === undefined ? tool.use : 'web_search';
}
