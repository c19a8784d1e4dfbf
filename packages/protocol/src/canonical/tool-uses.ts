// How often a reply used the tools of its provider that have a fee for each use, in canonical form.

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

/** The name of a counted use. */
export type ToolUseName = (typeof toolUseNames)[number];

/** How often each tool was used: whole numbers above 0. */
export type ToolUses = Readonly<Partial<Record<ToolUseName, number>>>;

/** What an upstream claims of the uses of one tool; `undefined` and `null` claim nothing. */
export type ToolUseClaim = readonly [name: ToolUseName, claim: unknown];
