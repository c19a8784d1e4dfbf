/** Encodes a prompt in each wire format. */
import type { Dialect } from '../../routing/dialects.ts';
import { readTool, type Image, type Prompt, type Turn } from './prompt.ts';

export function pathOf(dialect: Dialect, model: string, isStreamed: boolean): string {
  if (dialect === 'openai-chat') return '/v1/chat/completions';
  if (dialect === 'anthropic-messages') return '/v1/messages';
  if (dialect === 'openai-responses') return '/v1/responses';
  const name = model.split('/').map(encodeURIComponent).join('/');
  const method = isStreamed ? 'streamGenerateContent?alt=sse' : 'generateContent';
  return `/v1beta/models/${name}:${method}`;
}

/** The body; Gemini has the model and the mode in the path instead. */
export function writeBody(dialect: Dialect, model: string, prompt: Prompt): object {
  const body = writers[dialect](prompt);
  if (dialect === 'gemini-generate') return body;
  return { model, ...body, ...(prompt.isStreamed && { stream: true }) };
}

type Writer = (prompt: Prompt) => object;

/** Undefined fields are left out of the JSON. */
const writers: Readonly<Record<Dialect, Writer>> = {
  'openai-chat': (prompt) => ({
    messages: [
      ...(prompt.system === '' ? [] : [{ role: 'system', content: prompt.system }]),
      ...prompt.turns.map((turn) => ({
        role: turn.role,
        content: contentOf(turn, {
          text: { type: 'text', text: turn.text },
          image: ({ url }) => ({ type: 'image_url', image_url: { url } }),
        }),
      })),
    ],
    max_completion_tokens: numberOf(prompt.maxTokens),
    temperature: numberOf(prompt.temperature),
    reasoning_effort: prompt.effort || undefined,
    tools: toolsOf(prompt, (tool) => ({ type: 'function', function: tool })),
    stream_options: prompt.isStreamed ? { include_usage: true } : undefined,
  }),
  'anthropic-messages': (prompt) => ({
    // The format requires a limit.
    max_tokens: numberOf(prompt.maxTokens) ?? 1_024,
    system: prompt.system || undefined,
    messages: prompt.turns.map((turn) => ({
      role: turn.role,
      content: contentOf(turn, {
        text: { type: 'text', text: turn.text },
        image: (image) => {
          const { mime, data } = partsOf(image);
          return { type: 'image', source: { type: 'base64', media_type: mime, data } };
        },
      }),
    })),
    temperature: numberOf(prompt.temperature),
    output_config: prompt.effort === '' ? undefined : { effort: prompt.effort },
    tools: toolsOf(prompt, ({ parameters, ...tool }) => ({ ...tool, input_schema: parameters })),
  }),
  'gemini-generate': (prompt) => ({
    systemInstruction: prompt.system === '' ? undefined : { parts: [{ text: prompt.system }] },
    contents: prompt.turns.map(({ role, text, image }) => {
      const { mime, data } = partsOf(image);
      const inline = image === undefined ? [] : [{ inlineData: { mimeType: mime, data } }];
      return { role: role === 'user' ? role : 'model', parts: [...inline, { text }] };
    }),
    generationConfig: {
      maxOutputTokens: numberOf(prompt.maxTokens),
      temperature: numberOf(prompt.temperature),
      thinkingConfig:
        prompt.effort === '' ? undefined : { thinkingLevel: prompt.effort.toUpperCase() },
    },
    tools: toolsOf(prompt, ({ parameters, ...tool }) => ({
      functionDeclarations: [{ ...tool, parametersJsonSchema: parameters }],
    })),
  }),
  'openai-responses': (prompt) => ({
    instructions: prompt.system || undefined,
    input: prompt.turns.map((turn) => ({
      role: turn.role,
      content: contentOf(turn, {
        text: { type: 'input_text', text: turn.text },
        image: ({ url }) => ({ type: 'input_image', image_url: url }),
      }),
    })),
    max_output_tokens: numberOf(prompt.maxTokens),
    temperature: numberOf(prompt.temperature),
    reasoning: prompt.effort === '' ? undefined : { effort: prompt.effort },
    tools: toolsOf(prompt, (tool) => ({ type: 'function', ...tool })),
    // Otherwise the gateway would store the conversation.
    store: false,
  }),
};

function contentOf(
  { text, image }: Turn,
  parts: { readonly text: object; readonly image: (image: Image) => object },
): unknown {
  return image === undefined ? text : [parts.image(image), parts.text];
}

function partsOf(image: Image | undefined) {
  const [head = '', data = ''] = image?.url.split(',') ?? [];
  return { mime: /^data:([^;]*)/.exec(head)?.[1] ?? '', data };
}

function toolsOf(
  { tool: text }: Prompt,
  write: (tool: NonNullable<ReturnType<typeof readTool>>) => object,
): readonly object[] | undefined {
  const tool = readTool(text);
  return tool ? [write(tool)] : undefined;
}

function numberOf(text: string): number | undefined {
  return text.trim() === '' || Number.isNaN(Number(text)) ? undefined : Number(text);
}
