/** The steps for curl and the official libraries: example requests in every format. */
import type { Client, Dialect, FullConnection, Step } from './client.ts';
import { anthropic, google, openai } from './configurable.ts';
import { writeGreeting } from './request.ts';
import type { SnippetOptions } from './snippet.ts';
import { listSnippets, setVariables } from './step.ts';

type Tool = SnippetOptions['language'];

/** A first request in each of the formats, whole and streamed. */
function listGreetings(connection: FullConnection, language: Tool, dialects: readonly Dialect[]) {
  const { url, key, model } = connection;
  return dialects.flatMap((dialect) =>
    [false, true].map((stream) => ({
      dialect,
      language,
      url,
      key,
      request: writeGreeting(dialect, model, stream),
    })),
  );
}

/** @see https://curl.se/docs/manpage.html */
export function describeCurl(connection: FullConnection): Client {
  const dialects: readonly Dialect[] = [
    'openai-chat',
    'anthropic-messages',
    'openai-responses',
    'gemini-generate',
  ];
  return {
    id: 'curl',
    title: 'curl',
    kind: 'sdk',
    dialects,
    documentation: 'https://curl.se/docs/manpage.html',
    steps: listSnippets('curl', listGreetings(connection, 'curl', dialects)),
  };
}

function writeSteps(connection: FullConnection, dialects: readonly Dialect[]): readonly Step[] {
  return [
    ...listSnippets('TypeScript', listGreetings(connection, 'typescript', dialects)),
    ...listSnippets('Python', listGreetings(connection, 'python', dialects)),
  ];
}

const byVariables = 'Or set variables, and create the client without options';

/** @see https://github.com/openai/openai-node and https://github.com/openai/openai-python */
export function describeOpenai(connection: FullConnection): Client {
  const dialects = ['openai-chat', 'openai-responses'] as const;
  return {
    id: openai.id,
    title: 'OpenAI SDK',
    kind: 'sdk',
    dialects,
    documentation: 'https://platform.openai.com/docs/libraries',
    steps: [
      ...writeSteps(connection, dialects),
      setVariables(byVariables, openai.setUp(connection)),
    ],
  };
}

/** @see https://github.com/anthropics/anthropic-sdk-typescript and https://github.com/anthropics/anthropic-sdk-python */
export function describeAnthropic(connection: FullConnection): Client {
  const dialects = ['anthropic-messages'] as const;
  return {
    id: anthropic.id,
    title: 'Anthropic SDK',
    kind: 'sdk',
    dialects,
    documentation: 'https://platform.claude.com/docs/en/api/client-sdks',
    steps: [
      ...writeSteps(connection, dialects),
      setVariables(byVariables, anthropic.setUp(connection)),
    ],
  };
}

/** @see https://github.com/googleapis/js-genai and https://github.com/googleapis/python-genai */
export function describeGoogle(connection: FullConnection): Client {
  const dialects = ['gemini-generate'] as const;
  return {
    id: google.id,
    title: 'Google Gen AI SDK',
    kind: 'sdk',
    dialects,
    documentation: 'https://ai.google.dev/gemini-api/docs/libraries',
    steps: [
      ...writeSteps(connection, dialects),
      setVariables(byVariables, google.setUp(connection)),
    ],
  };
}
