// Checks a Gemini generateContent stream as a client receives it; exported by the entry `testing`.
import { parseJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { ChoiceEnds } from '../../../shared/stream/stream-state.ts';
import { Violations } from '../../../canonical/violations.ts';
import { isWireFinishReason } from '../tables.ts';
import { isBlocked } from './grammar.ts';

/**
 * Checks a whole client stream against everything that official clients rely on.
 * @returns one sentence per violation; empty for a valid stream
 */
export function lintGeminiStream(frames: Iterable<SseFrame>): string[] {
  const lint = new StreamLint();
  for (const frame of frames) lint.check(frame);
  return lint.close();
}

class StreamLint {
  readonly #violations = new Violations();
  readonly #ends = new ChoiceEnds();
  #responseId: JsonValue | undefined;
  #isBlocked = false;
  #hasFailed = false;

  check(frame: SseFrame): void {
    if (frame.event !== undefined) this.#violations.report(`A frame is named ${frame.event}.`);
    this.#violations.expect(
      !/[\r\n\u2028\u2029]/.test(frame.data),
      'The data of a frame has a line break.',
    );
    this.#violations.expect(!this.#hasFailed, 'A frame follows an error.');
    const value = parseJson(frame.data);
    if (!isJsonObject(value)) this.#violations.report('The data of a frame is no JSON object.');
    else if (value['error'] !== undefined) this.#checkError(value['error']);
    else this.#checkChunk(value);
  }

  close(): string[] {
    if (this.#hasFailed || this.#isBlocked) return this.#violations.list;
    this.#violations.expect(this.#ends.hasAny, 'The stream has no candidate.');
    for (const index of this.#ends.unfinished) {
      this.#violations.report(`Candidate ${index} has no finishReason.`);
    }
    return this.#violations.list;
  }

  #checkError(error: JsonValue): void {
    this.#hasFailed = true;
    const code = isJsonObject(error) ? error['code'] : undefined;
    const isStatus = typeof code === 'number' && code >= 400 && code < 600;
    this.#violations.expect(isStatus, 'The code of an error is no HTTP status.');
    const isComplete =
      isJsonObject(error) &&
      typeof error['message'] === 'string' &&
      typeof error['status'] === 'string';
    this.#violations.expect(isComplete, 'An error lacks its message or its status.');
  }

  #checkChunk(chunk: JsonObject): void {
    const { candidates, modelVersion, responseId, usageMetadata } = chunk;
    this.#violations.expect(typeof modelVersion === 'string', 'A chunk has no modelVersion.');
    this.#responseId ??= responseId;
    this.#violations.expect(typeof responseId === 'string', 'A chunk has no responseId.');
    this.#violations.expect(
      responseId === this.#responseId,
      'The responseId changes within the stream.',
    );
    this.#isBlocked ||= isBlocked(chunk);
    if (usageMetadata !== undefined) this.#checkUsage(usageMetadata);
    if (candidates === undefined) return;
    if (!Array.isArray(candidates))
      this.#violations.report('The candidates of a chunk are no list.');
    else for (const candidate of candidates) this.#checkCandidate(candidate);
  }

  #checkUsage(usage: JsonValue): void {
    const counts = ['promptTokenCount', 'totalTokenCount'];
    const isCounted = isJsonObject(usage) && counts.every((name) => Number.isInteger(usage[name]));
    this.#violations.expect(isCounted, 'The usage lacks its counts.');
  }

  #checkCandidate(candidate: JsonValue): void {
    const index = isJsonObject(candidate) ? (candidate['index'] ?? 0) : undefined;
    if (!isJsonObject(candidate) || typeof index !== 'number' || !Number.isInteger(index)) {
      this.#violations.report('A candidate has no whole number as its index.');
      return;
    }
    this.#ends.see(index);
    this.#violations.expect(
      !this.#ends.isFinished(index),
      `Candidate ${index} goes on after its end.`,
    );
    const { content, finishReason } = candidate;
    if (content !== undefined) this.#checkContent(content);
    if (finishReason === undefined) return;
    const isKnown = typeof finishReason === 'string' && isWireFinishReason(finishReason);
    this.#violations.expect(isKnown, 'A finishReason is not known.');
    this.#ends.finish(index);
  }

  #checkContent(content: JsonValue): void {
    const isOfModel = isJsonObject(content) && content['role'] === 'model';
    this.#violations.expect(isOfModel, 'The role of a content is not model.');
    const parts = isJsonObject(content) ? content['parts'] : undefined;
    const isFilled = Array.isArray(parts) && parts.length > 0;
    this.#violations.expect(isFilled, 'A content has no parts.');
    for (const part of Array.isArray(parts) ? parts : []) this.#checkPart(part);
  }

  #checkPart(part: JsonValue): void {
    const isFilled = isJsonObject(part) && Object.keys(part).length > 0;
    this.#violations.expect(isFilled, 'A part is empty.');
    const call = isJsonObject(part) ? part['functionCall'] : undefined;
    if (call === undefined) return;
    const isNamed = isJsonObject(call) && typeof call['name'] === 'string' && call['name'] !== '';
    this.#violations.expect(isNamed, 'A call has no name.');
    const args = isJsonObject(call) ? call['args'] : undefined;
    this.#violations.expect(
      args === undefined || isJsonObject(args),
      'The args of a call are no object.',
    );
  }
}
