/** What every importer does: it is tested with the sources in `testing/import-cases.ts`. */
import { createMemoryStore } from '@parley/core/memory-store';
import { createFirstSecrets, loadConfiguration, startHost } from '@parley/host';
import { createScriptedUpstream, type ScriptedUpstream } from '@parley/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { importCases, type ImportCall, type ImportCase } from '../testing/import-cases.ts';
import { importConfiguration, type ImportedConfiguration } from './import-configuration.ts';
import { importers } from './importers.ts';

let upstream: ScriptedUpstream;

beforeEach(async () => {
  upstream = await createScriptedUpstream();
});

afterEach(() => upstream.close());

function importCase({ source }: Pick<ImportCase, 'source'>): ImportedConfiguration {
  const imported = importConfiguration('source', source.replaceAll('<upstream>', upstream.url));
  if (imported === undefined) throw new Error('No importer recognises the source.');
  return imported;
}

/** Every variable is set to its own name, which tells credentials apart. */
function loadImported({ text = '', variables }: ImportedConfiguration) {
  const environment = Object.fromEntries(variables.map((name) => [name, name]));
  return loadConfiguration({ environment, written: { name: 'parley.yaml', text } });
}

/** Sends a request through a gateway with the imported file. */
async function call(imported: ImportedConfiguration, { name }: ImportCall): Promise<Response> {
  const loaded = loadImported(imported);
  const { configuration } = loaded;
  const store = createMemoryStore();
  const host = await startHost({
    ...{ environment: {}, loaded, log: () => undefined, version: '0.0.0' },
    openOwnStore: async () => ({ store, description: 'memory', isNew: true }),
  });
  const first = await createFirstSecrets(store, { configuration, environment: {} });
  const key = first.state === 'created' ? first.secrets.key : '';
  const response = await host.gateway.fetch(
    new Request('http://gateway/v1/chat/completions', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: name, messages: [{ role: 'user', content: 'Hello' }] }),
    }),
  );
  await response.text();
  await host.close();
  return response;
}

it.each(importers)('$id has a test', ({ id }) => {
  expect(importCases.map((one) => one.id)).toContain(id);
});

describe.each(importCases.map((one, index) => ({ ...one, number: index })))(
  'the importer $id ($number)',
  (one) => {
    it('alone recognises its source', () => {
      const document: unknown = parse(one.source.replaceAll(/\/\/ .*$/gm, ''));
      const found = importers.filter((importer) => importer.recognise(document));
      expect(found.map(({ id }) => id)).toEqual([one.id]);
    });

    it('writes a file that is valid when its variables are set', () => {
      const imported = importCase(one);
      const { text = '' } = imported;
      expect(loadImported(imported).configuration.upstreams).not.toEqual({});
      expect(() =>
        loadConfiguration({
          environment: {},
          written: { name: 'parley.yaml', text },
        }),
      ).toThrow(/is not set or empty/);
    });

    it('names variables in place of secrets', () => {
      const { text = '', notes, variables } = importCase(one);
      expect([...variables].sort()).toEqual([...one.variables, ...Object.keys(one.secrets)].sort());
      expect(text + notes.join('\n')).not.toContain('secret');
    });

    it('notes what it does not know, with its place', () => {
      const source = one.source.replace(
        /"?(?=Providers|model_list|strategy|success|id"|OPENAI_API)/,
        (quote) => (quote === '' ? 'unheard_of: yes\n' : '"unheard_of": "yes", "'),
      );
      const { notes } = importCase({ source });
      const known = new Set(importCase(one).notes.map((note) => note.replace(/^\S+/, '')));
      const added = notes.filter((note) => !known.has(note.replace(/^\S+/, '')));
      expect(added).toEqual([
        expect.stringMatching(/^source:\d+:\d+ {2}([\w.]+\.)?unheard_of was not imported\.$/),
      ]);
    });

    it.each(one.calls)('routes $name to $model', async (expected) => {
      const response = await call(importCase(one), expected);
      expect(response.status).toBe(200);
      const [{ model, path, headers } = {}] = upstream.requests.filter(
        ({ endpoint }) => endpoint !== 'models',
      );
      const credential = headers?.['x-api-key'] ?? headers?.['authorization'];
      expect({ model, path }).toEqual({ model: expected.model, path: expected.path });
      expect(credential).toMatch(new RegExp(`^(Bearer )?${expected.variable}$`));
    });
  },
);
