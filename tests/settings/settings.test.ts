import { spawnSync } from 'node:child_process';
import { describeClients, type Client, type Step } from '@parley/clients';
import { configYamlSchema } from '@continuedev/config-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { startParley, type Parley } from '../parley.ts';
import { execute, runModule, runModules } from './execution.ts';

// The settings need the URL and the key before the gateway has started.
const placeholder = { url: 'http://placeholder.invalid', key: 'sk-placeholder' };
const connection = { ...placeholder, model: 'demo/echo', models: ['demo/echo', 'demo/lorem'] };
const clients = describeClients(connection);

let gateway: Parley;
beforeAll(async () => {
  gateway = await startParley('');
});
afterAll(() => gateway.stop());

function fill(code: string): string {
  return code.replaceAll(placeholder.url, gateway.url).replaceAll(placeholder.key, gateway.key);
}

/** Steps of a language, named by client and title. */
function listSteps(language: Step['language'], isMeant: (client: Client) => boolean = () => true) {
  return clients
    .filter(isMeant)
    .flatMap(({ id, steps }) =>
      steps
        .filter((step) => step.language === language)
        .map((step) => ({ name: `${id}: ${step.title}`, step })),
    );
}

function findClient(id: string): Client {
  const client = clients.find((each) => each.id === id);
  if (client === undefined) throw new Error(`There is no client ${id}.`);
  return client;
}

describe('a curl command', () => {
  const steps = listSteps('sh', ({ id }) => id === 'curl');

  it('exists for four formats, whole and streamed', () => {
    expect(steps).toHaveLength(8);
  });

  it.each(steps)('$name answers', async ({ step }) => {
    const { code, output } = await execute(['bash', '-c', fill(step.code)]);
    expect(code).toBe(0);
    expect(output).toContain('Hello');
    expect(output.includes('data: {')).toBe(step.title.endsWith('streamed'));
    expect(output).not.toMatch(/"error":\s*[^\sn]/);
  });
});

describe('TypeScript, with the library it names', () => {
  const steps = listSteps('ts');
  let outputs: readonly string[];
  beforeAll(async () => {
    outputs = await runModules(steps.map(({ step }) => fill(step.code)));
  }, 90_000);

  it.each(steps.map(({ name }, index) => ({ name, index })))('$name answers', ({ index }) => {
    expect(outputs[index]).toContain('Hello');
  });
});

describe('variables, in a shell', () => {
  const names = ['openai', 'anthropic', 'google'];
  const programs = {
    openai: `import OpenAI from 'openai';
      const client = new OpenAI();
      const list = await client.models.list();
      console.log(list.data.map(({ id }) => id).join());`,
    anthropic: `import Anthropic from '@anthropic-ai/sdk';
      const client = new Anthropic();
      const list = await client.models.list();
      console.log(list.data.map(({ id }) => id).join());`,
    google: `import { GoogleGenAI } from '@google/genai';
      const client = new GoogleGenAI({});
      const list = await client.models.list();
      for await (const { name } of list) console.log(name);`,
  };

  it.each(names)(
    'lead the library of %s to the gateway',
    async (id) => {
      const step = findClient(id).steps.find(({ variants }) => variants !== undefined);
      const program = programs[id as keyof typeof programs];
      const script = `${fill(step?.code ?? '')}\nexec "$@"`;
      const { output, errors } = await execute([
        'bash',
        '-c',
        script,
        'bash',
        ...runModule(program),
      ]);
      expect(output, errors).toContain('demo/echo');
    },
    90_000,
  );
});

describe('settings files', () => {
  it("Continue's own schema takes its file", () => {
    const [step] = findClient('continue').steps;
    const read = configYamlSchema.parse(parseYaml(step?.code ?? ''));
    expect(read.models).toEqual([
      {
        name: 'demo/echo',
        provider: 'openai',
        model: 'demo/echo',
        apiBase: `${placeholder.url}/v1`,
        apiKey: placeholder.key,
        roles: ['chat', 'edit', 'apply'],
        capabilities: ['tool_use', 'image_input'],
      },
    ]);
  });
});

describe('Python', () => {
  const hasPython = spawnSync('python3', ['--version']).error === undefined;
  const program = 'import ast, sys\nfor code in sys.argv[1:]: ast.parse(code)';

  // Its libraries are not on the registry of packages that the tests use: the code is only parsed.
  it.runIf(hasPython)('can be parsed', async () => {
    const codes = listSteps('python').map(({ step }) => step.code);
    const { code, errors } = await execute(['python3', '-c', program, ...codes]);
    expect(code, errors).toBe(0);
    expect(codes.length).toBeGreaterThan(0);
  });
});
