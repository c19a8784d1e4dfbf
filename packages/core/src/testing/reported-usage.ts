/** What an upstream reports that a reply has used, in each of the four formats; for tests of charges. */
import { answerWith, reshape, type Answer } from '@parley/testkit';
import type { Format } from './test-gateway.ts';

/** What a reply has used; counts of tokens in disjoint buckets, media included. */
export interface ReportedUse {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
  /** How many tokens of the input and of the output are audio. */
  readonly audioInput: number;
  readonly audioOutput: number;
  readonly searches: number;
  readonly tier: 'default' | 'priority';
}

/** What the usage of a format cannot say is 0. */
export function fitFormat(format: Format, use: ReportedUse): ReportedUse {
  if (format === 'messages') return { ...use, audioInput: 0, audioOutput: 0 };
  return format === 'gemini' ? { ...use, cacheWrite: 0 } : use;
}

/** A scripted reply that reports what it has used, whole or streamed. */
export function replyUsing(format: Format, use: ReportedUse, text: string) {
  const rawUsage = writers[format](use);
  return reshape(answerWith({ text, rawUsage }), (answer) => addBesideUsage(answer, format, use));
}

const promptOf = ({ input, cacheRead, cacheWrite }: ReportedUse) => input + cacheRead + cacheWrite;
const replyOf = ({ output, reasoning }: ReportedUse) => output + reasoning;

const writers: Readonly<Record<Format, (use: ReportedUse) => object>> = {
  chat: (use) => ({
    prompt_tokens: promptOf(use),
    completion_tokens: replyOf(use),
    total_tokens: promptOf(use) + replyOf(use),
    prompt_tokens_details: promptDetails(use),
    completion_tokens_details: replyDetails(use),
    server_tool_use: { web_search_requests: use.searches },
  }),
  responses: (use) => ({
    input_tokens: promptOf(use),
    output_tokens: replyOf(use),
    total_tokens: promptOf(use) + replyOf(use),
    input_tokens_details: promptDetails(use),
    output_tokens_details: replyDetails(use),
  }),
  messages: (use) => ({
    input_tokens: use.input,
    cache_read_input_tokens: use.cacheRead,
    cache_creation_input_tokens: use.cacheWrite,
    output_tokens: replyOf(use),
    output_tokens_details: { thinking_tokens: use.reasoning },
    server_tool_use: { web_search_requests: use.searches },
    service_tier: use.tier === 'default' ? 'standard' : use.tier,
  }),
  gemini: (use) => ({
    promptTokenCount: promptOf(use),
    cachedContentTokenCount: use.cacheRead,
    candidatesTokenCount: use.output,
    thoughtsTokenCount: use.reasoning,
    totalTokenCount: promptOf(use) + replyOf(use),
    promptTokensDetails: [{ modality: 'AUDIO', tokenCount: use.audioInput }],
    candidatesTokensDetails: [{ modality: 'AUDIO', tokenCount: use.audioOutput }],
    trafficType: use.tier === 'default' ? 'ON_DEMAND' : 'ON_DEMAND_PRIORITY',
  }),
};

function promptDetails({ cacheRead, cacheWrite, audioInput }: ReportedUse): object {
  const details = { cached_tokens: cacheRead, cache_write_tokens: cacheWrite };
  return { ...details, audio_tokens: audioInput };
}

function replyDetails({ reasoning, audioOutput }: ReportedUse): object {
  return { reasoning_tokens: reasoning, audio_tokens: audioOutput };
}

/** What a format does not report in its usage. */
function addBesideUsage(answer: Answer, format: Format, use: ReportedUse): Answer {
  if (format === 'messages') return answer;
  const queries = Array.from({ length: use.searches }, (_, index) => `query ${String(index)}`);
  const grounding = JSON.stringify({ webSearchQueries: queries });
  const replacements = {
    chat: { '"service_tier":"default"': `"service_tier":"${use.tier}"` },
    responses: {
      '"service_tier":"default"': `"service_tier":"${use.tier}"`,
      '"usage":{': `"tool_usage":{"web_search":{"num_requests":${String(use.searches)}}},"usage":{`,
    },
    gemini: { '"finishReason":': `"groundingMetadata":${grounding},"finishReason":` },
  }[format];
  return replaceInFrames(answer, Object.entries(replacements));
}

function replaceInFrames(answer: Answer, replacements: readonly (readonly [string, string])[]) {
  const body = answer.body.map((step) => {
    if (step.step !== 'send') return step;
    let text = Buffer.from(step.bytes).toString();
    for (const [from, to] of replacements) text = text.replaceAll(from, to);
    return { ...step, bytes: Buffer.from(text) };
  });
  return { ...answer, body };
}
