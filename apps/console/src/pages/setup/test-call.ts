/** A model call with a key, authenticated by the session. */
import { visitorHeaders } from '../../api/client.ts';
import { readApiError } from '../../api/errors.ts';

export interface TestAnswer {
  readonly text: string;
  /** Null when not reported. */
  readonly requestId: string | null;
  readonly durationMs: number;
}

/** @throws ApiError with the error of the gateway */
export async function testKey(keyId: string, model: string): Promise<TestAnswer> {
  const startedAt = performance.now();
  const response = await fetch('/v1/chat/completions', {
    method: 'POST',
    headers: { ...visitorHeaders(), 'parley-key': keyId, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Say hello.' }] }),
  });
  if (!response.ok) throw await readApiError(response);
  const text = readReply(await response.json());
  return {
    text,
    requestId: response.headers.get('x-request-id'),
    durationMs: performance.now() - startedAt,
  };
}

interface ChatReply {
  readonly choices?: readonly { readonly message?: { readonly content?: string | null } }[];
}

function readReply(reply: unknown): string {
  return (reply as ChatReply).choices?.[0]?.message?.content ?? '';
}
