/** The URLs of the demo and the action of each; used by the transport. */
import { codecOf, dialectIds, type DialectId, type RequestAddress } from '@parley/protocol';
import type { DemoCall } from './types.ts';

/** The action of a call. */
export type DemoAction = 'list' | 'generate' | 'count' | 'embed';

/** The route of a call. */
export interface DemoRoute {
  readonly action: DemoAction;
  readonly dialect: DialectId;
  /** The parts of the request that some dialects put in the path and not in the body. */
  readonly address?: RequestAddress;
}

/** The base URL of each dialect. No network uses this scheme. */
export const demoBaseUrls = Object.fromEntries(
  dialectIds.map((dialect) => {
    const holdsVersion = codecOf(dialect).wire.versions.length === 0;
    return [dialect, holdsVersion ? 'demo://builtin/v1' : 'demo://builtin'];
  }),
) as Readonly<Record<DialectId, string>>;

/** A URL pattern; it contains the model where the dialect has the model in the path. */
interface Pattern {
  readonly method: DemoCall['method'];
  readonly url: RegExp;
  readonly action: DemoAction;
  readonly dialect: DialectId;
  readonly stream: boolean;
}

/** Stands for the model while the patterns are created. */
const placeholder = 'MODEL';

/** Gemini's two embeddings actions; the other dialects have one path without an action. */
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

/** Finds the route of a call, ignoring the query; `undefined` for an unknown URL. */
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
