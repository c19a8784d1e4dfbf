/** A prompt, independent of its wire format. */

export interface Image {
  readonly name: string;
  /** A `data:` address. */
  readonly url: string;
}

export interface Turn {
  readonly id: number;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly image?: Image | undefined;
}

/** The texts of the form; empty ones are not sent. */
export interface Prompt {
  readonly system: string;
  readonly turns: readonly Turn[];
  readonly maxTokens: string;
  readonly temperature: string;
  readonly effort: string;
  /** JSON of a name, a description and a schema of parameters. */
  readonly tool: string;
  readonly isStreamed: boolean;
}

export const firstPrompt: Prompt = {
  system: '',
  turns: [{ id: 0, role: 'user', text: '' }],
  maxTokens: '',
  temperature: '',
  effort: '',
  tool: '',
  isStreamed: true,
};

export interface Tool {
  readonly name?: unknown;
  readonly description?: unknown;
  readonly parameters?: unknown;
}

/** Undefined for an empty text, null for a text that is not a JSON object. */
export function readTool(text: string): Tool | null | undefined {
  if (text.trim() === '') return undefined;
  return readObject(text);
}

export function readObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}
