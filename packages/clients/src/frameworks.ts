/** The steps for frameworks that have one package for each wire format. */
import type { Client, Dialect, FullConnection, Step } from './client.ts';
import { typescript, writeLiteral } from './literal.ts';

const write = (value: unknown) => writeLiteral(value, typescript);

interface Package {
  readonly dialect: Dialect;
  readonly name: string;
  /** The name that is imported from it. */
  readonly exported: string;
  /** The path after the URL of the gateway; empty for packages that add it themselves. */
  readonly path: string;
}

interface Framework extends Omit<Client, 'steps' | 'dialects' | 'kind'> {
  readonly packages: readonly Package[];
  /** The package that must be installed as well. */
  readonly beside: string;
  readonly writeCode: (each: Package, connection: FullConnection) => readonly string[];
}

function describeFramework(framework: Framework, connection: FullConnection): Client {
  const { packages, beside, writeCode, ...rest } = framework;
  const steps = packages.flatMap((each): Step[] => [
    { title: `${each.name}: install`, language: 'sh', code: `npm install ${beside} ${each.name}` },
    { title: each.name, language: 'ts', code: writeCode(each, connection).join('\n') },
  ]);
  return { ...rest, kind: 'sdk', dialects: packages.map(({ dialect }) => dialect), steps };
}

/** Google's packages treat a call name with a slash as a resource path, so it becomes one. */
function nameResource(model: string): string {
  return model.includes('/') ? `models/${model}` : model;
}

/** @see https://ai-sdk.dev/providers/openai-compatible-providers and the pages of the other providers there */
const vercel: Framework = {
  id: 'vercel',
  title: 'Vercel AI SDK',
  documentation: 'https://ai-sdk.dev/providers/openai-compatible-providers',
  beside: 'ai',
  packages: [
    {
      dialect: 'openai-chat',
      name: '@ai-sdk/openai-compatible',
      exported: 'createOpenAICompatible',
      path: '/v1',
    },
    {
      dialect: 'openai-responses',
      name: '@ai-sdk/openai',
      exported: 'createOpenAI',
      path: '/v1',
    },
    {
      dialect: 'anthropic-messages',
      name: '@ai-sdk/anthropic',
      exported: 'createAnthropic',
      path: '/v1',
    },
    {
      dialect: 'gemini-generate',
      name: '@ai-sdk/google',
      exported: 'createGoogleGenerativeAI',
      path: '/v1beta',
    },
  ],
  writeCode: ({ dialect, name, exported, path }, { url, key, model }) => {
    const options = { baseURL: url + path, apiKey: key };
    const called = dialect === 'gemini-generate' ? nameResource(model) : model;
    // Only this provider has no name of its own.
    const named = dialect === 'openai-chat' ? { name: 'parley', ...options } : options;
    return [
      `import { ${exported} } from '${name}';`,
      "import { streamText } from 'ai';",
      '',
      `const parley = ${exported}(${write(named)});`,
      '',
      `const { textStream } = streamText({ model: parley(${write(called)}), prompt: 'Hello' });`,
      'for await (const text of textStream) process.stdout.write(text);',
    ];
  },
};

/** @see https://docs.langchain.com/oss/javascript/integrations/chat */
const langchain: Framework = {
  id: 'langchain',
  title: 'LangChain',
  documentation: 'https://docs.langchain.com/oss/javascript/integrations/chat/openai',
  beside: '@langchain/core',
  packages: [
    { dialect: 'openai-chat', name: '@langchain/openai', exported: 'ChatOpenAI', path: '/v1' },
    {
      dialect: 'anthropic-messages',
      name: '@langchain/anthropic',
      exported: 'ChatAnthropic',
      path: '',
    },
    {
      dialect: 'gemini-generate',
      name: '@langchain/google-genai',
      exported: 'ChatGoogleGenerativeAI',
      path: '',
    },
  ],
  writeCode: ({ dialect, name, exported, path }, { url, key, model }) => {
    const address = url + path;
    // This package removes the prefix once.
    const called =
      dialect === 'gemini-generate' && model.includes('/')
        ? `models/${nameResource(model)}`
        : model;
    const place = {
      'openai-chat': { configuration: { baseURL: address } },
      'openai-responses': { configuration: { baseURL: address } },
      'anthropic-messages': { anthropicApiUrl: address },
      'gemini-generate': { baseUrl: address },
    }[dialect];
    return [
      `import { ${exported} } from '${name}';`,
      '',
      `const model = new ${exported}(${write({ model: called, apiKey: key, ...place })});`,
      '',
      "const answer = await model.invoke('Hello');",
      'console.log(answer.text);',
    ];
  },
};

export const describeVercel = (connection: FullConnection): Client =>
  describeFramework(vercel, connection);

export const describeLangchain = (connection: FullConnection): Client =>
  describeFramework(langchain, connection);
