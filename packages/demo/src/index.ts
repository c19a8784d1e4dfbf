/** The public entry of the package; `@parley/core` uses it for its provider `demo`. */
export type { Sleep } from './body.ts';
export { demoModelNames } from './models.ts';
export { demoBaseUrls } from './route.ts';
export { createDemoTransport, type DemoOptions } from './transport.ts';
export type * from './types.ts';
