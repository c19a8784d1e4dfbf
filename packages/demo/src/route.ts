/** The addresses at which the demo answers, and what each of them asks for; used by the transport. */
import { codecOf, dialectIds, type DialectId, type RequestAddress } from '@parley/protocol';
import type { DemoCall } from './types.ts';

/** What a call asks for. */
export type DemoAction = 'list' | 'generate' | 'count' | 'embed';

/** Where a call leads. */
export interface DemoRoute {
  readonly action: DemoAction;
  readonly dialect: DialectId;
  /** What the path says, in the dialects whose bodies do not say it. */
  readonly address?: RequestAddress;
}

/** Base address of each dialect. The scheme is one that no network serves. */
export const demoBaseUrls = Object.fromEntries(
  dialectIds.map((dialect) => {
    const holdsVersion = codecOf(dialect).wire.versions.length === 0;
    return [dialect, holdsVersion ? 'demo://builtin/v1' : 'demo://builtin'];
  }),
) as Readonly<Record<DialectId, string>>;

/** One address; the model stands in the path where the dialect has it there. */
interface Pattern {
  readonly method: DemoCall['method'];
  readonly url: RegExp;
  readonly action: DemoAction;
  readonly dialect: DialectId;
  readonly stream: boolean;
}

/** Stands for the model while the patterns are made. */
const placeholder = 'MODEL';

/** The actions by which Gemini's clients embed; the other dialects have one path without an action. */
const embedActions = ['embedContent', 'batchEmbedContents'];

const patterns: readonly Pattern[] = dialectIds.flatMap(listPatterns);

function listPatterns(dialect: DialectId): readonly Pattern[] {
  const { paths, modelList, versions } = codecOf(dialect).wire;
  const base = demoBaseUrls[dialect] + (versions[0] ?? '');
  const model = `(?:${modelList.prefix ?? ''})?(.+)`;
  const post = (path: string | undefined, action: DemoAction, stream = false): Pattern[] => {
    if (path === undefined) return [];
    const [plain = ''] = path.split('?', 1);
    const url = new RegExp(`^${base}${plain.replace(placeholder, model)}$`);
    return [{ method: 'POST', url, action, dialect, stream }];
  };
  return [
    {
      method: 'GET',
      url: new RegExp(`^${base}${paths.models}$`),
      action: 'list',
      dialect,
      stream: false,
    },
    ...post(paths.generate({ model: placeholder, stream: false }), 'generate'),
    ...post(paths.generate({ model: placeholder, stream: true }), 'generate', true),
    ...post(paths.countTokens?.(placeholder), 'count'),
    ...embedActions.flatMap((action) => post(paths.embed?.(placeholder, action), 'embed')),
  ];
}

/** Finds out what a call asks for, whatever its query; `undefined` for an unknown address. */
export function findRoute({
  method,
  url,
}: Pick<DemoCall, 'method' | 'url'>): DemoRoute | undefined {
  const [plain = ''] = url.split('?', 1);
  const found = patterns.find((pattern) => pattern.method === method && pattern.url.test(plain));
  if (found === undefined) return undefined;
  const { action, dialect, stream } = found;
  const [, name] = found.url.exec(plain) ?? [];
  if (name === undefined) return { action, dialect };
  const model = decode(name);
  return model === undefined ? undefined : { action, dialect, address: { model, stream } };
}

function decode(name: string): string | undefined {
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}
