/** The types of messages and the look-up by key; the texts stand in `messages/<locale>`. */
import type { en } from '../messages/en/index.ts';
import type { Locale } from '../preferences/preferences.ts';

type English = typeof en;

/** The same keys as English has, in any language. */
export type Messages = {
  readonly [Area in keyof English]: { readonly [Key in keyof English[Area]]: string };
};

/** Such as `keys.create`. */
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

/** The names in braces of a text. */
type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

type Values<Key extends MessageKey> = [NamesIn<TextOf<Key>>] extends [never]
  ? []
  : [values: Readonly<Record<NamesIn<TextOf<Key>>, string | number>>];

/** A message without values. */
export type PlainMessageKey = {
  [Key in MessageKey]: [NamesIn<TextOf<Key>>] extends [never] ? Key : never;
}[MessageKey];

export type Translate = <Key extends MessageKey>(key: Key, ...values: Values<Key>) => string;

/** A message with its values filled in. */
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

/** Each language is a file of its own, so that a browser loads only one. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  if (locale === 'zh') return (await import('../messages/zh/index.ts')).zh;
  return (await import('../messages/en/index.ts')).en;
}
