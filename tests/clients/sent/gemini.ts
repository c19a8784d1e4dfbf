/** Reads a Gemini request, for `read-sent.ts`. */
import type { Content, GenerateContentConfig, Part, Tool } from '@google/genai';
import { listPresent, type Sent } from './sent.ts';

/** The body on the wire; the library's types put its parts into one configuration. */
interface Request {
  readonly contents: readonly Content[];
  readonly tools?: readonly Tool[];
  readonly toolConfig?: GenerateContentConfig['toolConfig'];
  readonly generationConfig?: GenerateContentConfig;
}

/** Without ids, a call is identified by its name and the number of earlier calls of that name. */
function createIds() {
  const counts = new Map<string, number>();
  return (id: string | undefined, name: string): string => {
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return id ?? `${name} ${count}`;
  };
}

/** Each library wraps a result in an object in its own way. */
function readResult(response: Readonly<Record<string, unknown>> = {}): string {
  const text = response['output'] ?? response['content'] ?? response['result'];
  return typeof text === 'string' ? text : JSON.stringify(response);
}

function readExchanges(parts: readonly Part[]): Sent['exchanges'] {
  const nameCall = createIds();
  const nameResult = createIds();
  return parts.flatMap(({ functionCall: call, functionResponse: result }): Sent['exchanges'] => {
    const name = call?.name ?? result?.name ?? '';
    if (call) return [{ call: nameCall(call.id, name), name, input: call.args }];
    if (!result) return [];
    return [{ resultOf: nameResult(result.id, name), text: readResult(result.response) }];
  });
}

function readImages({ inlineData: media }: Part): readonly string[] {
  return media ? [`data:${media.mimeType ?? ''};base64,${media.data ?? ''}`] : [];
}

/** Reads a generateContent request. */
export function readGemini(body: unknown): Sent {
  const { contents, tools = [], toolConfig, generationConfig: config } = body as Request;
  const parts = contents.flatMap((content) => content.parts ?? []);
  const calling = toolConfig?.functionCallingConfig;
  const names = calling?.allowedFunctionNames ?? [];
  return {
    exchanges: readExchanges(parts),
    images: parts.flatMap(readImages),
    tools: tools
      .flatMap((tool) => tool.functionDeclarations ?? [])
      .map(({ name = '', parametersJsonSchema, parameters }) => ({
        name,
        schema: parametersJsonSchema ?? parameters,
      })),
    demandedTool: String(calling?.mode) === 'ANY' && names.length === 1 ? names[0] : undefined,
    outputSchema: config?.responseJsonSchema ?? config?.responseSchema,
    thinking: config?.thinkingConfig?.includeThoughts === true,
    reasoningStates: parts.flatMap((part) => listPresent(part.thoughtSignature)),
  };
}
