// Reads requests of OpenAI's older Text Completions as requests of Chat Completions, for gateways that offer
// both.
import { GatewayError } from '../../../canonical/error.ts';
import { NoteBook, type Note } from '../../../canonical/note.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';

/*
 * Fields as of `openai` 7.55.0 `CompletionCreateParams`. Those that both formats have are not changed, and are
 * validated with the request of Chat Completions.
 */

/** A request of Text Completions. */
export interface TextCompletion {
  /** The body of the same request in Chat Completions. */
  readonly chat: JsonObject;
  /** What the client asked to have repeated before the text of each choice; empty by default. */
  readonly echo: string;
  /** What Chat Completions cannot express. */
  readonly notes: readonly Note[];
}

/**
 * Reads a body of Text Completions as one of Chat Completions; the latter is not validated yet.
 * @throws GatewayError `invalid-request` for a prompt that is not one text, and for a wrong suffix or echo
 */
export function readTextCompletion(body: JsonValue): TextCompletion {
  if (!isJsonObject(body)) throw invalid('The request body must be an object.');
  const { prompt, suffix, echo, best_of: candidates, logprobs, ...rest } = body;
  const notes = new NoteBook();
  const text = readPrompt(prompt);
  notes.approximated(
    'prompt',
    'A chat model answers the prompt as a message and does not continue it.',
  );
  const after = readSuffix(suffix);
  if (after !== '') {
    notes.approximated('suffix', 'A chat model is told in words to write what belongs before it.');
  }
  if (typeof candidates === 'number' && candidates > 1) {
    notes.dropped('best_of', 'A chat model generates each choice once.');
  }
  if (typeof logprobs === 'number') {
    notes.dropped('logprobs', 'The log probabilities of a chat model have another format.');
  }
  if (typeof (echo ?? false) !== 'boolean')
    throw invalid("The field 'echo' must be true or false.", 'echo');
  return {
    chat: { ...rest, messages: writeMessages(text, after) },
    echo: echo === true ? text : '',
    notes: notes.notes,
  };
}

function readPrompt(prompt: JsonValue | undefined): string {
  const texts = Array.isArray(prompt) ? prompt : [prompt];
  const [text] = texts;
  if (text === undefined || text === null) {
    const message = "The field 'prompt' is required.";
    throw invalid(message, 'prompt', 'missing_required_parameter');
  }
  if (typeof text !== 'string') {
    throw invalid("The field 'prompt' must be text: token ids belong to one model.", 'prompt');
  }
  if (texts.length === 1) return text;
  throw invalid("The field 'prompt' must be one text: send a request for each.", 'prompt');
}

function readSuffix(suffix: JsonValue | undefined): string {
  const text = suffix ?? '';
  if (typeof text === 'string') return text;
  throw invalid("The field 'suffix' must be a string.", 'suffix');
}

const gapInstructions =
  'The user sends a text with a gap: what is before the gap and what is after it. Write only what belongs in ' +
  'the gap, with the white space at its ends. Write no explanation, no tags and no code fences.';

function writeMessages(prompt: string, suffix: string): JsonObject[] {
  if (suffix === '') return [{ role: 'user', content: prompt }];
  return [
    { role: 'system', content: gapInstructions },
    { role: 'user', content: `<before>${prompt}</before><after>${suffix}</after>` },
  ];
}

function invalid(message: string, param?: string, reason = 'invalid_value'): GatewayError {
  return new GatewayError('invalid-request', message, { reason, ...(param && { param }) });
}
