/** Drives Google's library, for the scenarios. */
import type { Content, FinishReason, GenerateContentResponse, Part } from '@google/genai';
import type * as Genai from '@google/genai';
import {
  createConversation,
  type Adapter,
  type Answer,
  type Client,
  type Setup,
} from '../driver.ts';
import { readErrorOf } from '../failure.ts';

type Library = Pick<typeof Genai, 'GoogleGenAI' | 'ApiError' | 'ThinkingLevel'>;

const finishes: Partial<Readonly<Record<FinishReason, string>>> = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
};

function writeConfig({ ThinkingLevel }: Library, { tools, output, thinking }: Setup) {
  return {
    ...(thinking
      ? { thinkingConfig: { includeThoughts: true, thinkingLevel: ThinkingLevel.MEDIUM } }
      : {}),
    ...(tools
      ? {
          tools: [
            {
              functionDeclarations: tools.map(({ name, description, schema }) => ({
                name,
                description,
                parametersJsonSchema: schema,
              })),
            },
          ],
        }
      : {}),
    ...(output ? { responseMimeType: 'application/json', responseJsonSchema: output } : {}),
  };
}

/** @param chunks all of a stream, or the one whole answer */
function readAnswer(chunks: readonly GenerateContentResponse[]): Answer<Content> {
  const candidates = chunks.flatMap((chunk) => chunk.candidates ?? []);
  const parts = candidates.flatMap((candidate) => candidate.content?.parts ?? []);
  const joinTexts = (thought: boolean): string =>
    parts.map((part) => (Boolean(part.thought) === thought ? (part.text ?? '') : '')).join('');
  const calls = parts.flatMap(({ functionCall }) =>
    functionCall
      ? [{ id: functionCall.id, name: functionCall.name ?? '', input: functionCall.args }]
      : [],
  );
  const finish = candidates.findLast((candidate) => candidate.finishReason)?.finishReason;
  const usage = chunks.findLast((chunk) => chunk.usageMetadata)?.usageMetadata;
  const ended = finish === undefined ? '' : (finishes[finish] ?? finish);
  return {
    text: joinTexts(false),
    reasoning: joinTexts(true),
    calls,
    // The format has no finish reason for it: its users look for calls.
    finish: ended === 'stop' && calls.length > 0 ? 'calls' : ended,
    usage: usage && {
      input: usage.promptTokenCount ?? 0,
      output: (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0),
    },
    output: joinTexts(false),
    messages: [{ role: 'model', parts }],
  };
}

function writeImage(image: string | undefined): readonly Part[] {
  return image === undefined ? [] : [{ inlineData: { mimeType: 'image/png', data: image } }];
}

function createAdapter(library: Library, setup: Setup): Adapter<Content> {
  const { models } = new library.GoogleGenAI({
    apiKey: setup.key,
    httpOptions: { baseUrl: setup.url },
  });
  const request = (history: readonly Content[]) => ({
    model: setup.model,
    contents: [...history],
    config: writeConfig(library, setup),
  });
  return {
    writePrompt: ({ text, image }) => ({ role: 'user', parts: [...writeImage(image), { text }] }),
    writeResults: (results) => [
      {
        role: 'user',
        parts: results.map(({ id, name, text }) => ({
          functionResponse: {
            ...(id === undefined ? {} : { id }),
            name,
            response: { output: text },
          },
        })),
      },
    ],
    send: async (history) => readAnswer([await models.generateContent(request(history))]),
    sendStreamed: async (history, onText) => {
      const chunks: GenerateContentResponse[] = [];
      for await (const chunk of await models.generateContentStream(request(history))) {
        chunks.push(chunk);
        onText(readAnswer([chunk]).text);
      }
      return readAnswer(chunks);
    },
  };
}

/** The official library. Its current major calls `/v1`, the previous one `/v1beta`. */
export function createGoogle(
  name: string,
  library: Library,
  limits: Client['limits'] = [],
): Client {
  return {
    name,
    family: 'gemini',
    format: 'gemini',
    limits,
    connect: (setup) => createConversation(createAdapter(library, setup)),
    readFailure: (error) => readErrorOf({ 0: library.ApiError }, error),
  };
}
