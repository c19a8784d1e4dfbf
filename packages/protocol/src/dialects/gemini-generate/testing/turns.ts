// Short functions to write turns in the tests of Gemini generateContent.
import type { CallPart, MediaPart, Part } from '../../../canonical/part.ts';
import type { Turn } from '../../../canonical/request.ts';

export const text = (words: string): Part => ({ type: 'text', text: words });
export const user = (...parts: Part[]): Turn => ({ role: 'user', parts });
export const assistant = (...parts: Part[]): Turn => ({ role: 'assistant', parts });

/** A call of `get_weather` for Oslo by default. */
export const call = (id: string, more: Partial<CallPart> = {}): CallPart => ({
  type: 'call',
  id,
  name: 'get_weather',
  arguments: '{"city":"Oslo"}',
  ...more,
});

export const result = (callId: string, ...content: Part[]): Turn => ({
  role: 'result',
  parts: [{ type: 'result', callId, content }],
});

export const image: MediaPart = {
  type: 'media',
  kind: 'image',
  source: { by: 'bytes', mediaType: 'image/png', base64: 'iVBORw0KGgo=' },
};

interface Content {
  readonly role: string;
  readonly parts: Record<string, unknown>[];
}

export function contentsOf(body: object): Content[] {
  return (body as { contents: Content[] }).contents;
}
