/** A conversation in a terminal: one line for each prompt, until the end of the input. */
import { createInterface, type Interface } from 'node:readline';
import { CommandError } from '../failure.ts';
import type { Message } from './chat-completions.ts';

/** How a conversation is read, continued and shown. */
export interface ConversationOptions {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Messages that come before the first prompt. */
  readonly messages: readonly Message[];
  /** Shows the answer of the model and returns its text. @throws CommandError */
  readonly answer: (messages: readonly Message[], signal: AbortSignal) => Promise<string>;
  /** Shows why there was no answer. */
  readonly onFailure: (error: CommandError) => void;
}

/**
 * Holds a conversation. Ctrl+C ends an answer, or the conversation while it waits for a prompt. A prompt without a
 * whole answer is not part of what follows.
 */
export async function converse(options: ConversationOptions): Promise<void> {
  const { input, output } = options;
  const lines = createInterface({ input, output, prompt: '> ' });
  // The input may have ended while lines of it still wait for their answers.
  const state = { isOpen: true };
  lines.once('close', () => {
    state.isOpen = false;
  });
  let messages = options.messages;
  lines.prompt();
  for await (const line of lines) {
    if (line.trim() !== '') messages = await takeTurn(lines, { options, messages, line });
    if (state.isOpen) lines.prompt();
  }
  // Whatever is written next begins on a line of its own.
  output.write('\n');
}

interface Turn {
  readonly options: ConversationOptions;
  readonly messages: readonly Message[];
  readonly line: string;
}

/** @returns the messages of the conversation after this turn */
async function takeTurn(
  lines: Interface,
  { options, messages, line }: Turn,
): Promise<readonly Message[]> {
  const aborter = new AbortController();
  const abort = () => {
    aborter.abort();
  };
  lines.on('SIGINT', abort);
  try {
    const asked: readonly Message[] = [...messages, { role: 'user', content: line }];
    const content = await options.answer(asked, aborter.signal);
    return [...asked, { role: 'assistant', content }];
  } catch (error) {
    if (error instanceof CommandError) options.onFailure(error);
    else if (!aborter.signal.aborted) throw error;
    return messages;
  } finally {
    lines.off('SIGINT', abort);
  }
}
