/** Responses that end too early or not at all. */
import { countFrames, findFrameEnd } from '../answer.ts';
import { send, wait } from '../behaviour.ts';
import type { Answer, Step } from '../behaviour.ts';

/**
 * How a stream ends too early.
 * - `fin` and `reset`: the connection ends; the HTTP message is incomplete.
 * - `clean`: the HTTP message ends properly; only the format's end mark is missing.
 * - `stall`: no more bytes are sent until the client disconnects.
 */
export type EarlyEnd = 'fin' | 'reset' | 'clean' | 'stall';

export interface Truncation {
  /** Number of complete frames that are sent. */
  readonly frames: number;
  /** Number of bytes of the next frame that are sent; 0 when absent. */
  readonly bytes?: number;
  readonly by: EarlyEnd;
}

/** Milliseconds before a reset: some clients discard unread bytes when a reset arrives. */
const resetPause = 25;

const endings: Readonly<Record<EarlyEnd, readonly Step[]>> = {
  fin: [{ step: 'finish' }],
  reset: [wait(resetPause), { step: 'reset' }],
  clean: [],
  stall: [{ step: 'stall' }],
};

/** Ends a response after some of its frames. @throws RangeError when it has fewer */
export function truncate(answer: Answer, truncation: Truncation): Answer {
  const { frames, bytes = 0, by } = truncation;
  const body = answer.body.slice(0, findFrameEnd(answer, frames));
  const cut = answer.body.slice(body.length).find((step) => step.step === 'send');
  const rest = bytes > 0 && cut ? [send(cut.bytes.subarray(0, bytes))] : [];
  const complete = by === 'clean';
  return { ...answer, body: [...body, ...rest], complete, after: endings[by] };
}

/**
 * Omits the format's end mark, which is the last frame. In the generate format that is the chunk with the
 * finish reason, or the closing bracket of an array stream.
 */
export function withoutEndMark(answer: Answer, by: EarlyEnd = 'clean'): Answer {
  return truncate(answer, { frames: countFrames(answer) - 1, by });
}

/** Stops sending after this number of frames; 0 stops after the head. */
export function stallAfter(answer: Answer, frames: number): Answer {
  return truncate(answer, { frames, by: 'stall' });
}

/** A fragment of arguments in chat completions, messages and Responses. */
const fragmentPattern =
  /"(?:arguments|partial_json)":"[^"]|"custom":\{"input":"[^"]|"type":"response\.(?:function_call_arguments|custom_tool_call_input)\.delta"/;

/** The member with the arguments of a call in the generate format, which sends them whole. */
const wholeMark = '"args":';

/** The frames with one character per byte, so that indexes in the text are indexes in the bytes. */
function readFrameTexts(answer: Answer): readonly string[] {
  return answer.body.flatMap((step) =>
    step.step === 'send' ? [Buffer.from(step.bytes).toString('latin1')] : [],
  );
}

/**
 * Ends a stream within its first tool call: after the first fragment of the arguments or, in the generate
 * format, which sends calls whole, in the middle of the frame.
 * @throws RangeError when the stream has no tool call
 */
export function halfToolCall(answer: Answer, by: EarlyEnd): Answer {
  const texts = readFrameTexts(answer);
  const frames = texts.findIndex((text) => text.includes(wholeMark) || fragmentPattern.test(text));
  if (frames < 0) throw new RangeError('The stream has no tool call.');
  const within = texts[frames]?.indexOf(wholeMark) ?? -1;
  if (within < 0) return truncate(answer, { frames: frames + 1, by });
  return truncate(answer, { frames, bytes: within + wholeMark.length + 1, by });
}

/** Sends everything including the end mark and does not end the HTTP message. */
export function leaveOpen(answer: Answer): Answer {
  return { ...answer, complete: false, after: [{ step: 'stall' }] };
}

/** Sends an invalid chunk after this number of frames. */
export function breakFraming(answer: Answer, frames: number): Answer {
  const garbage = [send('this is no chunk size\r\n'), { step: 'finish' }] as const;
  return { ...truncate(answer, { frames, by: 'fin' }), after: garbage };
}
