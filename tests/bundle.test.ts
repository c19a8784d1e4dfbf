import { createContext, runInContext } from 'node:vm';
import { codecs, dialectIds, guessProfile, type DialectId } from '@parley/protocol';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { root } from './codebase/workspace.ts';

/** The name of the codec in the entry of each dialect. */
const names: Readonly<Record<DialectId, string>> = {
  'openai-chat': 'openaiChat',
  'anthropic-messages': 'anthropicMessages',
  'gemini-generate': 'geminiGenerate',
  'openai-responses': 'openaiResponses',
};
const dialects = dialectIds.map((dialect) => [dialect, names[dialect]] as const);

/** Bundles a line of code for a web page; an import of a Node module fails. */
async function bundle(code: string) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: import.meta.dirname },
    absWorkingDir: root,
    conditions: ['parley-source'],
    platform: 'browser',
    format: 'iife',
    globalName: 'bundled',
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  return {
    script: outputFiles.map(({ text }) => text).join(''),
    /** The files that contribute bytes to the bundle. */
    files: inputs.flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  };
}

/** Globals that the protocol may use; none of them is Node's. */
function createPage() {
  return createContext({ Headers, TextDecoder, TextEncoder, URL, atob, btoa, structuredClone });
}

describe.each(dialects)('%s alone', (dialect, name) => {
  const bundled = bundle(`export { ${name} as codec } from '@parley/protocol/${dialect}';`);

  test('includes no other codec', async () => {
    const { files } = await bundled;
    const codecs = files.filter((path) => path.endsWith('/codec.ts'));
    expect(codecs).toEqual([`packages/protocol/src/dialects/${dialect}/codec.ts`]);
  });

  test('runs in a browser', async () => {
    const { script } = await bundled;
    const ask = `${script}; bundled.codec.decodeError({ status: 503, headers: new Headers(), body: '' }).code`;
    expect(runInContext(ask, createPage())).toBe('overloaded');
  });
});

test('the profiles alone include no codec', async () => {
  const { files } = await bundle("export { guessProfile } from '@parley/protocol';");
  expect(files.filter((path) => path.includes('/dialects/'))).toEqual([]);
});

test('the whole protocol translates in a browser as in Node', async () => {
  const { script } = await bundle("export * from '@parley/protocol';");
  const model = 'claude-sonnet-4-5';
  const asked = { model, messages: [{ role: 'user', content: 'Hi' }] };
  const { value } = codecs['openai-chat'].decodeRequest(asked);
  const target = { model, vendor: 'anthropic', profile: guessProfile(model) };
  const page = createPage();
  runInContext(script, page);
  page['request'] = value;
  page['target'] = target;
  const translate =
    "JSON.stringify(bundled.codecs['anthropic-messages'].encodeRequest(request, target).value.body)";
  const { body } = codecs['anthropic-messages'].encodeRequest(value, target).value;
  expect(runInContext(translate, page)).toBe(JSON.stringify(body));
});
