/** The list of all providers; the configuration refers to them by id. */
import { anthropic } from './anthropic.ts';
import { clouds } from './clouds.ts';
import { compatible } from './compatible.ts';
import { demo } from './demo.ts';
import { google } from './google.ts';
import { hosts } from './hosts.ts';
import { local } from './local.ts';
import { makers } from './makers.ts';
import { openai } from './openai.ts';
import type { Provider } from './provider.ts';
import { routers } from './routers.ts';

/** All providers. Where several name the same credential variable, the first one gets it. */
export const providers: readonly Provider[] = [
  openai,
  anthropic,
  google,
  ...makers,
  ...hosts,
  ...routers,
  ...clouds,
  ...local,
  ...compatible,
  demo,
];

const byId: ReadonlyMap<string, Provider> = new Map(
  providers.map((provider) => [provider.id, provider]),
);

/** The provider with this id, such as `openai`; `undefined` for an unknown one. */
export function findProvider(id: string): Provider | undefined {
  return byId.get(id);
}
