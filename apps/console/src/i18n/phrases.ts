/** Translates texts that the console does not write: those of the API and of the settings for clients. */

/** The phrases of a language other than English. */
export interface Phrases {
  /** By the English text; `{name}` stands for any characters, and `{phrase}` for another phrase. */
  readonly texts: Readonly<Record<string, string>>;
  /** By the code of an error of the API. */
  readonly errors: Readonly<Record<string, string>>;
}

/** Returns a text in the chosen language; a text that is not known is returned unchanged. */
export type Localize = (text: string) => string;

interface Pattern {
  readonly expression: RegExp;
  readonly translation: string;
}

/** Creates the function that looks up a text, first as a whole, then in the order of the phrases. */
export function createLocalize({ texts }: Pick<Phrases, 'texts'>): Localize {
  const whole = new Map(Object.entries(texts));
  const patterns = [...whole]
    .filter(([source]) => source.includes('{'))
    .map(([source, translation]) => ({ expression: compile(source), translation }));
  const localize: Localize = (text) =>
    whole.get(text) ?? fillFirst(patterns, text, localize) ?? text;
  return localize;
}

function fillFirst(
  patterns: readonly Pattern[],
  text: string,
  localize: Localize,
): string | undefined {
  for (const { expression, translation } of patterns) {
    const values = expression.exec(text)?.groups;
    if (values === undefined) continue;
    return translation.replace(/\{(\w+)\}/g, (field, name: string) => {
      const value = values[name] ?? field;
      return name === 'phrase' ? localize(value) : value;
    });
  }
  return undefined;
}

function compile(source: string): RegExp {
  const literal = source.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`, 's');
}
