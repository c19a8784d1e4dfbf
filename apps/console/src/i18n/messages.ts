/** Loads and formats the texts of the console; the texts are in `messages/<locale>`. */
import type { en } from '../messages/en/index.ts';
import type { Messages } from '../messages/messages.ts';
import type { Locale } from '../preferences/preferences.ts';
import type { Phrases } from './phrases.ts';

type English = typeof en;

/** The key of a text, such as `keys.create`. */
export type MessageKey = {
  [Area in keyof English]: `${Area}.${Extract<keyof English[Area], string>}`;
}[keyof English];

type TextOf<Key extends MessageKey> = Key extends `${infer Area}.${infer Name}`
  ? Area extends keyof English
    ? Name extends keyof English[Area]
      ? English[Area][Name]
      : never
    : never
  : never;

/** The placeholders of a text, such as `{name}`. */
type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

type Values<Key extends MessageKey> = [NamesIn<TextOf<Key>>] extends [never]
  ? []
  : [values: Readonly<Record<NamesIn<TextOf<Key>>, string | number>>];

/** The key of a text without placeholders. */
export type PlainMessageKey = {
  [Key in MessageKey]: [NamesIn<TextOf<Key>>] extends [never] ? Key : never;
}[MessageKey];

export type Translate = <Key extends MessageKey>(key: Key, ...values: Values<Key>) => string;

/** Creates the function that finds a text and replaces its placeholders. */
export function createTranslate(messages: Messages): Translate {
  return (key, ...[values = {}]) => {
    const [area = '', name = ''] = key.split('.');
    const texts = messages as Readonly<Record<string, Readonly<Record<string, string>>>>;
    const text = texts[area]?.[name] ?? key;
    return text.replace(/\{(\w+)\}/g, (whole, field: string) =>
      String((values as Readonly<Record<string, string | number>>)[field] ?? whole),
    );
  };
}

/** The texts of one language. */
export interface Texts {
  readonly messages: Messages;
  readonly phrases: Phrases;
}

/** Loads one language; each is a chunk of its own, so that a browser loads only what it shows. */
export async function loadTexts(locale: Locale): Promise<Texts> {
  if (locale === 'en')
    return {
      messages: (await import('../messages/en/index.ts')).en,
      phrases: { texts: {}, errors: {} },
    };
  const { zh, phrases } = await import('../messages/zh/index.ts');
  return { messages: zh, phrases };
}
