/** The provider data of the built-in demo; listed in `providers.ts`. */
import { demoBaseUrls, demoModelNames } from '@parley/demo';
import type { Provider } from './provider.ts';

/** The built-in provider: it replies offline in every dialect, and fails on request. */
export const demo: Provider = {
  id: 'demo',
  name: 'Demo',
  credentialEnvironment: [],
  free: true,
  baseUrls: demoBaseUrls,
  models: demoModelNames,
  builtIn: 'demo',
};
