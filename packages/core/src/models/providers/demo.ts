import type { Provider } from '../provider.ts';
import { demoBaseUrls } from './address.ts';
import { demoModels } from './models.ts';
import { createDemoTransport } from './transport.ts';

/** The built-in provider: answers offline in every dialect, and fails on request. */
export const demo: Provider = {
  id: 'demo',
  name: 'Demo',
  credentialEnvironment: [],
  free: true,
  baseUrls: demoBaseUrls,
  models: [...demoModels.keys()],
  transport: createDemoTransport(),
};
