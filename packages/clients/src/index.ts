/** How clients are set up to use a gateway; pure, so that programs and web pages share it. */
export type {
  Client,
  ConfigurableClient,
  Connection,
  Dialect,
  FullConnection,
  Language,
  ModelFacts,
  Setup,
  Step,
  Variant,
} from './client.ts';
export { configurableClients } from './configurable.ts';
export { describeClients } from './describe.ts';
export { describeEndpoints, type Endpoint } from './endpoints.ts';
export type { Call, ChatRequest } from './request.ts';
export { snippetFor, type Snippet, type SnippetOptions } from './snippet.ts';
export { nameShell, shells, writeVariables, type Shell, type Variables } from './shells.ts';
