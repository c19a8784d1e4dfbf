// Collects streams into whole replies with the official clients, for tests of encoders.
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { GoogleGenAI, type Candidate, type GenerateContentResponse } from '@google/genai';
import type { DialectId } from '../canonical/dialect.ts';

/** Collects the stream that the function returns. Rejects like the client's helper. */
type Collector = (fetch: () => Promise<Response>) => Promise<object>;

const options = { apiKey: 'none', maxRetries: 0 };
const question = [{ role: 'user', content: 'Hello' } as const];

export const collectors = {
  'openai-chat'(fetch) {
    const { chat } = new OpenAI({ ...options, fetch });
    return chat.completions.stream({ model: 'm', messages: question }).finalChatCompletion();
  },
  'anthropic-messages'(fetch) {
    const { messages } = new Anthropic({ ...options, fetch });
    return messages.stream({ model: 'm', max_tokens: 10, messages: question }).finalMessage();
  },
  /** The client has no helper: the chunks are joined as its documentation describes them. */
  async 'gemini-generate'(fetch) {
    const { models } = new GoogleGenAI({ apiKey: options.apiKey, httpOptions: { fetch } });
    const stream = await models.generateContentStream({ model: 'm', contents: 'Hello' });
    const chunks: GenerateContentResponse[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    return joinChunks(chunks);
  },
  'openai-responses'(fetch) {
    const { responses } = new OpenAI({ ...options, fetch });
    return responses.stream({ model: 'm', input: 'Hello' }).finalResponse();
  },
} satisfies Record<DialectId, Collector>;

function joinChunks(chunks: readonly GenerateContentResponse[]) {
  const candidates = new Map<number | undefined, Candidate>();
  const reply: Partial<GenerateContentResponse> = {};
  for (const { candidates: steps = [], sdkHttpResponse: _, ...head } of chunks) {
    Object.assign(reply, head);
    for (const step of steps) {
      candidates.set(step.index, joinCandidate(candidates.get(step.index) ?? {}, step));
    }
  }
  return { ...reply, candidates: [...candidates.values()] };
}

function joinCandidate(known: Candidate, step: Candidate): Candidate {
  const [before, after] = [known.logprobsResult, step.logprobsResult];
  const logprobsResult = {
    chosenCandidates: [...(before?.chosenCandidates ?? []), ...(after?.chosenCandidates ?? [])],
    topCandidates: [...(before?.topCandidates ?? []), ...(after?.topCandidates ?? [])],
  };
  const parts = [...(known.content?.parts ?? []), ...(step.content?.parts ?? [])];
  const content = { ...known.content, ...step.content, parts };
  return { ...known, ...step, content, ...((before ?? after) && { logprobsResult }) };
}
