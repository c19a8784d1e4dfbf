// What every client has to be told to use a gateway; pure, so that pages and programs share it.
export type {
  Client,
  ConfigurableClient,
  Connection,
  Dialect,
  FullConnection,
  Language,
  Setup,
  Step,
  Variant,
} from './client.ts';
export { configurableClients } from './configurable.ts';
export { nameShell, shells, writeVariables, type Shell, type Variables } from './shells.ts';
