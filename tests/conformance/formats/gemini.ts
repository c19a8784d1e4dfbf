// Requests and responses of Gemini's `generateContent`.
import { at, listAt, Mismatch, numberAt, textAt } from '../check.ts';
import { parseJson } from '../http/client.ts';
import { textOr } from './chat.ts';
import type { ClientFormat, ErrorReading } from './client-format.ts';
import { toolSchema } from './tool.ts';

export const gemini: ClientFormat = {
  name: 'gemini',
  ask: ({ model, prompt, system, stream = false, maxTokens = 64, tool = false }) => ({
    path: `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: {
      contents: [{ role: 'user', parts: [{ text: prompt }] }],
      generationConfig: { maxOutputTokens: maxTokens },
      ...(system !== undefined && { systemInstruction: { parts: [{ text: system }] } }),
      ...(tool && {
        tools: [{ functionDeclarations: [{ name: 'look_up', parameters: toolSchema }] }],
      }),
    },
  }),
  textOf: textOfAnswer,
  usageOf: (body) => ({
    input: numberAt(body, 'usageMetadata', 'promptTokenCount'),
    output: numberAt(body, 'usageMetadata', 'candidatesTokenCount'),
  }),
  toolOf: readTool,
  modelOf: (body) => at(body, 'modelVersion'),
  readStream({ frames }) {
    const chunks = frames.map(({ data }) => parseJson(data));
    const failure = chunks.find((chunk) => at(chunk, 'error') !== undefined);
    const last = chunks.at(-1);
    const calling = chunks.find((chunk) => partsOf(chunk).some(isCall));
    const usage = chunks.findLast((chunk) => at(chunk, 'usageMetadata', 'candidatesTokenCount'));
    return {
      text: chunks.map(joinText).join(''),
      ended: chunks.some((chunk) => at(chunk, 'candidates', 0, 'finishReason') !== undefined),
      error: failure,
      endedByError:
        last === failure &&
        frames.every(({ event }) => event === undefined) &&
        typeof at(last, 'error', 'code') === 'number',
      usage: usage === undefined ? undefined : gemini.usageOf(usage),
      tool: calling === undefined ? undefined : readTool(calling),
    };
  },
  readError(body) {
    const info = infoOf(body);
    if (at(info, 'domain') !== 'parley') {
      throw new Mismatch(`no reason in the details: ${JSON.stringify(body)}`);
    }
    textAt(info, 'reason');
    return readRelayedError(body);
  },
  readRelayedError,
};

function partsOf(chunk: unknown): readonly unknown[] {
  const parts = at(chunk, 'candidates', 0, 'content', 'parts');
  return Array.isArray(parts) ? parts : [];
}

function isCall(part: unknown): boolean {
  return at(part, 'functionCall') !== undefined;
}

function joinText(chunk: unknown): string {
  return partsOf(chunk)
    .filter((part) => at(part, 'thought') !== true)
    .map((part) => textOr(at(part, 'text')))
    .join('');
}

function textOfAnswer(body: unknown): string {
  listAt(body, 'candidates', 0, 'content', 'parts');
  return joinText(body);
}

function readTool(body: unknown): { name: string; arguments: string } {
  const call = at(partsOf(body).find(isCall), 'functionCall');
  return { name: textAt(call, 'name'), arguments: JSON.stringify(at(call, 'args')) };
}

/** The detail with the error's machine-readable reason. */
function infoOf(body: unknown): unknown {
  const details = at(body, 'error', 'details');
  if (!Array.isArray(details)) return undefined;
  return details.find((detail) => at(detail, 'reason') !== undefined);
}

function readRelayedError(body: unknown): ErrorReading {
  numberAt(body, 'error', 'code');
  return {
    message: textAt(body, 'error', 'message'),
    type: textAt(body, 'error', 'status'),
    code: textOr(at(infoOf(body), 'reason')).toLowerCase(),
    param: undefined,
  };
}
