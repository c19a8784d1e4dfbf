import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { CommandError } from '../failure.ts';
import type { Message } from './chat-completions.ts';
import { converse } from './conversation.ts';

/** Holds a conversation of these lines, with a model that repeats what it was sent as one text. */
async function hold(
  lines: readonly string[],
  answer = (messages: readonly Message[]) =>
    Promise.resolve(messages.map(({ content }) => content).join('+')),
) {
  const asked: (readonly Message[])[] = [];
  const failures: string[] = [];
  const input = new PassThrough();
  input.end(lines.map((line) => `${line}\n`).join(''));
  await converse({
    input,
    output: new PassThrough(),
    messages: [{ role: 'system', content: 'S' }],
    answer: (messages) => {
      asked.push(messages);
      return answer(messages);
    },
    onFailure: ({ message }) => failures.push(message),
  });
  return { asked: asked.map((turn) => turn.map(({ content }) => content)), failures };
}

it('each prompt is sent with the turns before it; empty lines are not', async () => {
  const { asked } = await hold(['a', '', '  ', 'b']);
  expect(asked).toEqual([
    ['S', 'a'],
    ['S', 'a', 'S+a', 'b'],
  ]);
});

it('a turn that failed is shown and not sent again', async () => {
  const { asked, failures } = await hold(['a', 'b'], (messages) =>
    messages.at(-1)?.content === 'a'
      ? Promise.reject(new CommandError('No.'))
      : Promise.resolve('Yes.'),
  );
  expect(asked).toEqual([
    ['S', 'a'],
    ['S', 'b'],
  ]);
  expect(failures).toEqual(['No.']);
});

it('a fault of the program ends it', async () => {
  const fault = () => Promise.reject(new TypeError('A fault.'));
  await expect(hold(['a'], fault)).rejects.toThrow('A fault.');
});
