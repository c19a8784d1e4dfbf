/** What a native path asks for. */
export interface GeminiPath {
  /** The call name, decoded once. */
  readonly model: string;
  readonly action: string;
}

/** A call name of any characters, the last colon, and an action of letters. */
const pattern = /^(?:models\/)?(.+):([A-Za-z]+)$/;

/**
 * Reads what follows `/models/` in a native path: the action stands behind the last colon. The name
 * is decoded once and then only looked up, so that no spelling of a path leads anywhere else.
 * Gives `undefined` for everything that is no such path.
 */
export function parseGeminiPath(rest: string): GeminiPath | undefined {
  const [, name, action] = pattern.exec(rest) ?? [];
  if (name === undefined || action === undefined) return undefined;
  try {
    return { model: decodeURIComponent(name), action };
  } catch {
    return undefined;
  }
}
