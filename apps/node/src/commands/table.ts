import type { Command } from './definition.ts';

/** Gives a command when it is wanted, so that a start does not load all of them. */
export type CommandLoader = () => Promise<Command>;

const commands: Readonly<Record<string, CommandLoader>> = {
  start: async () => (await import('./server/start.ts')).start,
  init: async () => (await import('./configuration/init.ts')).init,
  health: async () => (await import('./server/health.ts')).health,
  doctor: async () => (await import('./server/doctor.ts')).doctor,
  'keys list': async () => (await import('./access/keys.ts')).listKeysCommand,
  'keys create': async () => (await import('./access/keys.ts')).createKeyCommand,
  'keys show': async () => (await import('./access/keys.ts')).showKeyCommand,
  'keys change': async () => (await import('./access/key-change.ts')).changeKeyCommand,
  'keys rotate': async () => (await import('./access/key-life.ts')).rotateKeyCommand,
  'keys disable': async () => (await import('./access/key-life.ts')).disableKeyCommand,
  'keys enable': async () => (await import('./access/key-life.ts')).enableKeyCommand,
  'keys delete': async () => (await import('./access/key-life.ts')).deleteKeyCommand,
  'accounts list': async () => (await import('./access/accounts.ts')).listAccountsCommand,
  'accounts create': async () => (await import('./access/accounts.ts')).createAccountCommand,
  'accounts show': async () => (await import('./access/accounts.ts')).showAccountCommand,
  'accounts change': async () => (await import('./access/accounts.ts')).changeAccountCommand,
  'accounts top-up': async () => (await import('./access/account-money.ts')).topUpCommand,
  'accounts adjust': async () => (await import('./access/account-money.ts')).adjustCommand,
  'accounts delete': async () => (await import('./access/accounts.ts')).deleteAccountCommand,
  'groups list': async () => (await import('./configuration/groups.ts')).listGroupsCommand,
  'groups show': async () => (await import('./configuration/groups.ts')).showGroupCommand,
  'groups create': async () => (await import('./configuration/group-change.ts')).createGroupCommand,
  'groups change': async () => (await import('./configuration/group-change.ts')).changeGroupCommand,
  'groups delete': async () => (await import('./configuration/group-change.ts')).deleteGroupCommand,
  models: async () => (await import('./configuration/models.ts')).models,
  usage: async () => (await import('./records/usage.ts')).usage,
  logs: async () => (await import('./records/logs.ts')).logs,
  'ledger check': async () => (await import('./records/ledger.ts')).checkLedgerCommand,
  'ledger list': async () => (await import('./records/ledger.ts')).listLedgerCommand,
  'ledger explain': async () => (await import('./records/ledger.ts')).explainCommand,
  'ledger quarantine': async () => (await import('./records/ledger.ts')).quarantineCommand,
  'config check': async () => (await import('./configuration/config.ts')).checkConfig,
  'config export': async () => (await import('./configuration/config-export.ts')).exportConfig,
  'config diff': async () => (await import('./configuration/config-diff.ts')).diffConfig,
  migrate: async () => (await import('./server/migrate.ts')).migrate,
  'tokens list': async () => (await import('./access/tokens.ts')).listTokensCommand,
  'tokens create': async () => (await import('./access/tokens.ts')).createTokenCommand,
  'tokens delete': async () => (await import('./access/tokens.ts')).deleteTokenCommand,
  console: async () => (await import('./access/console.ts')).consoleCommand,
  'generate admin-token': async () => (await import('./access/generate.ts')).generateAdminToken,
  'generate secret-key': async () => (await import('./access/generate.ts')).generateSecretKey,
  env: async () => (await import('./clients/env.ts')).env,
  run: async () => (await import('./clients/run.ts')).run,
  conformance: async () => (await import('./server/conformance.ts')).conformance,
};

/** Every command by its words, in the order in which help lists them. */
export const table: ReadonlyMap<string, CommandLoader> = new Map(Object.entries(commands));

/** The first words of commands that have two, and commands of one word. */
export function listFirstWords(): readonly string[] {
  return [...new Set([...table.keys()].map((words) => words.replace(/ .*/, '')))];
}

/** The second words that may follow a first one. */
export function listVerbs(noun: string): readonly string[] {
  const prefix = `${noun} `;
  const words = [...table.keys()].filter((name) => name.startsWith(prefix));
  return words.map((name) => name.slice(prefix.length));
}

export interface FoundCommand {
  readonly name: string;
  readonly load: CommandLoader;
  readonly rest: readonly string[];
}

/** The command that these words begin with, by its whole name, and what follows it. */
export function findCommand(words: readonly string[]): FoundCommand | undefined {
  for (const count of [2, 1]) {
    const name = words.slice(0, count).join(' ');
    const load = table.get(name);
    if (load !== undefined) return { name, load, rest: words.slice(count) };
  }
  return undefined;
}
