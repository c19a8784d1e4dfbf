/** 所有中文文字，按区域。 */
import type { Messages } from '../messages.ts';
import { configuration } from './configuration.ts';
import { groups } from './groups.ts';
import { home } from './home.ts';
import { keys } from './keys.ts';
import { ledger } from './ledger.ts';
import { models } from './models.ts';
import { playground } from './playground.ts';
import { providers } from './providers.ts';
import { reference } from './reference.ts';
import { requests } from './requests.ts';
import { settings } from './settings.ts';
import { setup } from './setup.ts';
import { nav, shell, signIn } from './shell.ts';
import { usage } from './usage.ts';

export { phrases } from './phrases/index.ts';

export const zh: Messages = {
  shell,
  nav,
  signIn,
  home,
  keys,
  setup,
  configuration,
  models,
  playground,
  groups,
  providers,
  requests,
  usage,
  ledger,
  reference,
  settings,
};
