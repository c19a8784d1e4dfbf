import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from './client.ts';
import { describeEndpoints } from './endpoints.ts';
import type { ChatRequest } from './request.ts';
import { snippetFor, type SnippetOptions } from './snippet.ts';
import { hostileText } from './testing/hostile.ts';
import { writePath } from './text.ts';

const url = 'https://gateway.example';
const dialects: readonly Dialect[] = [
  'openai-chat',
  'anthropic-messages',
  'openai-responses',
  'gemini-generate',
];

function write(language: SnippetOptions['language'], dialect: Dialect, request: ChatRequest) {
  return snippetFor({ language, dialect, url, key: 'sk-parley-invented', request }).code;
}

/** The words that a shell parses from a command. */
function splitCommand(command: string): readonly string[] {
  const script = `curl() { for word; do printf '%s\\0' "$word"; done; }\n${command}`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('the curl of a request', () => {
  it('sends exactly its key, its address and its body', () => {
    const cases = fc.record({
      dialect: fc.constantFrom(...dialects),
      key: hostileText,
      model: hostileText,
      stream: fc.boolean(),
      text: hostileText,
    });
    fc.assert(
      fc.property(cases, ({ dialect, key, model, stream, text }) => {
        const body = { text, list: [text, null, 1.5] };
        const request = { model, stream, body };
        const { code } = snippetFor({ language: 'curl', dialect, url, key, request });
        const words = splitCommand(code);
        const isGemini = dialect === 'gemini-generate';
        const address = words.find((word) => word.startsWith(url)) ?? '';
        expect(words.some((word) => word.endsWith(key) && /^[\w-]+: /.test(word))).toBe(true);
        expect(words[0] === '-N').toBe(stream);
        expect(JSON.parse(words.at(-1) ?? '')).toEqual(
          isGemini ? body : { model, ...body, ...(stream && { stream }) },
        );
        expect(address).not.toMatch(/[\s{}[\]]/);
        if (isGemini) expect(address).toContain(`/models/${writePath(model)}:`);
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});

describe('the code of a request', () => {
  it('requests the chosen model and stream, whatever the body contains', () => {
    const body = { model: 'other', stream: true, messages: [] };
    const code = write('typescript', 'openai-chat', { model: 'chosen', stream: false, body });
    expect(code).toContain("model: 'chosen'");
    expect(code).not.toMatch(/other|stream/);
  });

  it("gives Google's library what it has no field for", () => {
    const body = {
      contents: [],
      safetySettings: [],
      generationConfig: { topK: 3, newField: 1 },
      newPart: 2,
    };
    const request = { model: 'm', stream: false, body };
    expect(write('typescript', 'gemini-generate', request)).toContain(`config: {
    safetySettings: [],
    topK: 3,
    httpOptions: {
      extraBody: { newPart: 2, generationConfig: { newField: 1 } },
    },
  },`);
    expect(write('python', 'gemini-generate', request)).toContain('"extra_body": {');
  });

  it("gives Python's libraries what they have no parameter for", () => {
    const body = { messages: [], max_tokens: 9, temperature: 1, 'not-a-name': 2 };
    const code = write('python', 'anthropic-messages', { model: 'm', stream: true, body });
    expect(code).toContain('    extra_body={"temperature": 1, "not-a-name": 2},\n');
    expect(code).toContain('    stream=True,\n');
  });

  it('prints calls too when the request has tools', () => {
    const body = { messages: [], tools: [{ type: 'function' }] };
    const request = { model: 'm', stream: false, body };
    expect(write('typescript', 'openai-chat', request)).toContain('choices[0]?.message, {');
    expect(write('python', 'openai-chat', request)).toContain('choices[0].message)');
  });
});

describe('the endpoints of a gateway', () => {
  it('are below its base URL, each with the base URL that its clients expect', () => {
    expect(
      describeEndpoints(url).map(({ id, baseUrl, address }) => [id, baseUrl, address]),
    ).toEqual([
      ['chat', `${url}/v1`, `${url}/v1/chat/completions`],
      ['messages', url, `${url}/v1/messages`],
      ['responses', `${url}/v1`, `${url}/v1/responses`],
      ['gemini', url, `${url}/v1beta/models/{model}:generateContent`],
      ['models', `${url}/v1`, `${url}/v1/models`],
      ['usage', `${url}/v1`, `${url}/v1/usage`],
    ]);
  });
});
