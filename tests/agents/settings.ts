// Applies the settings of `@parley/clients` to an agent's home folder and environment.
import { execFileSync } from 'node:child_process';
import { describeClients, type Step } from '@parley/clients';
import type { Launch, Post } from './agent.ts';

type Settings = Pick<Launch, 'environment' | 'settings'>;

/**
 * Follows the steps for a client: the variables as bash sets them, and the files below the home folder.
 * @param isMeant chooses among steps that are alternatives
 */
export function followSettings(
  id: string,
  { url, key, model }: Post,
  isMeant: (step: Step) => boolean = () => true,
): Settings {
  const clients = describeClients({ url, key, model, models: [model] });
  const steps = clients.find((client) => client.id === id)?.steps.filter(isMeant) ?? [];
  const variables = steps.filter(({ variants }) => variants !== undefined);
  return {
    environment: Object.assign({}, ...variables.map(({ code }) => readEnvironment(code))) as Record<
      string,
      string
    >,
    settings: Object.fromEntries(
      steps.flatMap(({ file, code }) =>
        file === undefined ? [] : [[file.replace('~/', ''), code] as const],
      ),
    ),
  };
}

/** The variables that lines of bash export; the last line, which starts the client, is left out. */
function readEnvironment(code: string): Record<string, string> {
  const lines = code.split('\n').slice(0, -1).join('\n');
  const output = execFileSync('env', ['-i', 'bash', '--norc', '-c', `${lines}\nexec env -0`], {
    encoding: 'utf8',
  });
  const ofShell = new Set(['PWD', 'OLDPWD', 'SHLVL', '_']);
  const entries = output.split('\0').filter((entry) => entry !== '');
  const pairs = entries.map((entry) => {
    const at = entry.indexOf('=');
    return [entry.slice(0, at), entry.slice(at + 1)] as const;
  });
  return Object.fromEntries(pairs.filter(([name]) => !ofShell.has(name)));
}

/** A JSON settings file, extended by settings that prevent requests to the agent's vendor. */
export function addToJson(text: string | undefined, more: object): string {
  const settings: unknown = JSON.parse(text ?? '{}');
  return JSON.stringify({ ...(settings as object), ...more });
}
