import { spawnSync } from 'node:child_process';
import { snippetFor, type ChatRequest, type Dialect, type SnippetOptions } from '@parley/clients';
import { createScriptedUpstream, type ScriptedUpstream } from '@parley/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startParley, type Parley } from '../parley.ts';
import { execute, runModules } from './execution.ts';

const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const text = `It's "\${HOME}" \`id\` \\n 'x'\n\u202E{{y}} 😀`;
const image = { mimeType: 'image/png', data: 'iVBORw0KGgo=' };

/** Bodies of a page: with tools, with quotes, and with fields that no library has. */
const bodies: Readonly<Record<Dialect, ChatRequest['body']>> = {
  'openai-chat': {
    messages: [
      { role: 'system', content: text },
      { role: 'user', content: [{ type: 'text', text }] },
    ],
    temperature: 0.5,
    max_completion_tokens: 100,
    stop: null,
    tools: [{ type: 'function', function: { name: 'weather', parameters: schema } }],
    unheard_of: { nested: [true, null] },
  },
  'anthropic-messages': {
    max_tokens: 100,
    system: [{ type: 'text', text, cache_control: { type: 'ephemeral' } }],
    messages: [{ role: 'user', content: text }],
    temperature: 0.5,
    tools: [{ name: 'weather', input_schema: schema }],
    unheard_of: { nested: [true, null] },
  },
  'openai-responses': {
    instructions: text,
    input: [{ role: 'user', content: [{ type: 'input_text', text }] }],
    reasoning: { effort: 'low' },
    tools: [{ type: 'function', name: 'weather', parameters: schema, strict: false }],
    unheard_of: { nested: [true, null] },
  },
  'gemini-generate': {
    contents: [{ role: 'user', parts: [{ text }, { inlineData: image }] }],
    systemInstruction: { role: 'user', parts: [{ text }] },
    generationConfig: {
      temperature: 0.5,
      maxOutputTokens: 100,
      thinkingConfig: { includeThoughts: true },
      unheardOf: { nested: [true] },
    },
    tools: [{ functionDeclarations: [{ name: 'weather', parametersJsonSchema: schema }] }],
    unheardOf: { nested: [true] },
  },
};

const cases = Object.entries(bodies).flatMap(([dialect, body]) =>
  [false, true].map((stream) => ({ dialect: dialect as Dialect, body, stream })),
);

function write(
  language: SnippetOptions['language'],
  { dialect, body, stream }: (typeof cases)[number],
  place: { readonly url: string; readonly key: string; readonly model: string },
): string {
  const { url, key, model } = place;
  return snippetFor({ language, dialect, url, key, request: { model, stream, body } }).code;
}

describe('a request of the page, as code', () => {
  let upstream: ScriptedUpstream;
  beforeAll(async () => {
    upstream = await createScriptedUpstream();
  });
  afterAll(() => upstream.close());

  it('is sent unchanged by curl and by the official libraries', async () => {
    const place = { url: upstream.url, key: 'sk-parley-invented', model: 'team/any' };
    for (const each of cases) {
      const { code, errors } = await execute(['bash', '-c', write('curl', each, place)]);
      expect(code, errors).toBe(0);
    }
    await runModules(cases.map((each) => write('typescript', each, place)));
    expect(upstream.requests).toHaveLength(2 * cases.length);
    const told = upstream.requests.map(({ dialect, model, stream, body }) => ({
      ...{ dialect, model, stream },
      body: JSON.parse(JSON.stringify(body)) as unknown,
    }));
    const meant = cases.map(({ dialect, body, stream }) => ({
      ...{ dialect, model: 'team/any', stream },
      body:
        dialect === 'gemini-generate'
          ? body
          : { model: 'team/any', ...body, ...(stream && { stream }) },
    }));
    expect(told).toEqual([...meant, ...meant]);
    for (const { headerLines } of upstream.requests) {
      expect(JSON.stringify(headerLines)).toContain('sk-parley-invented');
    }
  }, 120_000);
});

describe('a request of the page, on a gateway', () => {
  let gateway: Parley;
  beforeAll(async () => {
    gateway = await startParley('');
  });
  afterAll(() => gateway.stop());

  it('is answered for every snippet', async () => {
    const { url, key } = gateway;
    const place = { url, key, model: 'demo/tools' };
    const calls = cases.map(async (each) => {
      const { output } = await execute(['bash', '-c', write('curl', each, place)]);
      return output;
    });
    const printed = await runModules(cases.map((each) => write('typescript', each, place)));
    for (const output of [...(await Promise.all(calls)), ...printed]) {
      expect(output).toContain('weather');
    }
  }, 120_000);

  const hasPython = spawnSync('python3', ['--version']).error === undefined;
  it.runIf(hasPython)('is Python that can be parsed', async () => {
    const place = { url: gateway.url, key: gateway.key, model: 'demo/tools' };
    const codes = cases.map((each) => write('python', each, place));
    const program = 'import ast, sys\nfor code in sys.argv[1:]: ast.parse(code)';
    const { code, errors } = await execute(['python3', '-c', program, ...codes]);
    expect(code, errors).toBe(0);
  });
});
