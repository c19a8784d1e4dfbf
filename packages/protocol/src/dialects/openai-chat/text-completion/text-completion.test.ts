import { describe, expect, it } from 'vitest';
import { createTextCompletionStream, writeTextCompletion } from './reply.ts';
import { readTextCompletion } from './request.ts';

const refusalOf = (body: object): unknown => {
  try {
    return readTextCompletion(body as never);
  } catch (error) {
    return error;
  }
};

describe('a request of Text Completions', () => {
  it.each([
    ['nothing', {}, 'prompt', 'missing_required_parameter'],
    ['no text', { prompt: [] }, 'prompt', 'missing_required_parameter'],
    ['token ids', { prompt: [1, 2] }, 'prompt', 'invalid_value'],
    ['lists of token ids', { prompt: [[1], [2]] }, 'prompt', 'invalid_value'],
    ['several texts', { prompt: ['a', 'b'] }, 'prompt', 'invalid_value'],
    ['a number as its suffix', { prompt: 'a', suffix: 1 }, 'suffix', 'invalid_value'],
    ['a word as its echo', { prompt: 'a', echo: 'yes' }, 'echo', 'invalid_value'],
  ])('with %s is refused', (...[, body, param, reason]) => {
    expect(refusalOf(body)).toMatchObject({ code: 'invalid-request', param, reason });
  });

  it('becomes a message, beside all fields that both formats have', () => {
    const shared = {
      model: 'm',
      max_tokens: 8,
      stop: ['\n'],
      n: 2,
      stream: true,
      seed: 1,
      new: {},
    };
    for (const prompt of ['Once', ['Once']]) {
      const { chat, echo, notes } = readTextCompletion({
        ...shared,
        prompt,
        best_of: 1,
        logprobs: null,
      });
      expect(chat).toEqual({ ...shared, messages: [{ role: 'user', content: 'Once' }] });
      expect(echo).toBe('');
      expect(notes).toMatchObject([{ path: 'prompt', action: 'approximated' }]);
    }
  });

  it('with a suffix asks for what belongs between both texts', () => {
    const { chat, notes } = readTextCompletion({ prompt: 'a = (', suffix: ')\n' });
    expect(chat).toMatchObject({
      messages: [
        { role: 'system' },
        { role: 'user', content: '<before>a = (</before><after>)\n</after>' },
      ],
    });
    expect(notes).toContainEqual(
      expect.objectContaining({ path: 'suffix', action: 'approximated' }),
    );
  });

  it('notes what a chat model cannot do', () => {
    const { chat, notes } = readTextCompletion({ prompt: 'a', best_of: 3, logprobs: 0 });
    expect(chat).not.toHaveProperty('best_of');
    expect(chat).not.toHaveProperty('logprobs');
    const dropped = notes.filter(({ action }) => action === 'dropped').map(({ path }) => path);
    expect(dropped).toEqual(['best_of', 'logprobs']);
  });
});

const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };

describe('a reply of Text Completions', () => {
  it('is an error as it is', () => {
    const error = '{"error":{"message":"No."}}';
    expect(writeTextCompletion(error, 'x')).toBe(error);
    expect(writeTextCompletion('no JSON', 'x')).toBe('no JSON');
  });

  it('has the text of each choice, and the prompt before it for an echo', () => {
    const reply = {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 7,
      model: 'm',
      choices: [
        { index: 0, message: { role: 'assistant', content: ' upon' }, finish_reason: 'stop' },
        { index: 1, message: { content: null, refusal: 'No.' }, finish_reason: 'length' },
      ],
      usage,
    };
    expect(JSON.parse(writeTextCompletion(JSON.stringify(reply), 'Once'))).toEqual({
      id: 'cmpl-1',
      object: 'text_completion',
      created: 7,
      model: 'm',
      choices: [
        { text: 'Once upon', index: 0, logprobs: null, finish_reason: 'stop' },
        { text: 'OnceNo.', index: 1, logprobs: null, finish_reason: 'length' },
      ],
      usage,
    });
  });
});

describe('a stream of Text Completions', () => {
  const frame = (body: object): string => `data: ${JSON.stringify(body)}\n\n`;
  const chunk = (delta: object, reason: string | null = null, index = 0): string =>
    frame({ id: 'chatcmpl-1', choices: [{ index, delta, finish_reason: reason }] });
  const textsOf = (frames: string): unknown[] =>
    [...frames.matchAll(/^data: (\{.*)$/gm)].map(([, data = '']) => {
      const { choices } = JSON.parse(data) as { choices: { text: string }[] };
      return choices.map(({ text }) => text).join('|');
    });

  it('keeps errors, comments and the end marker', () => {
    const write = createTextCompletionStream('');
    const rest = ': wait\n\nevent: error\ndata: {"error":{"message":"No."}}\n\ndata: [DONE]\n\n';
    expect(write(rest)).toBe(rest);
  });

  it('has no chunks without text', () => {
    const write = createTextCompletionStream('');
    const frames = [
      chunk({ role: 'assistant', content: '' }),
      chunk({ reasoning_content: 'Hm.' }),
      chunk({ content: 'Hel' }) + chunk({ content: 'lo' }),
      chunk({}, 'stop'),
      frame({ choices: [], usage }),
    ];
    const written = frames.map(write).join('');
    expect(textsOf(written)).toEqual(['Hel', 'lo', '', '']);
    expect(written).toContain('"finish_reason":"stop"');
    expect(written).toContain(JSON.stringify(usage));
  });

  it('begins each choice with the prompt for an echo', () => {
    const write = createTextCompletionStream('Once');
    const frames = [
      chunk({ role: 'assistant' }),
      chunk({ content: ' upon' }),
      chunk({ content: ' a' }, null, 1),
    ];
    expect(textsOf(frames.map(write).join(''))).toEqual(['Once', ' upon', 'Once a']);
  });

  it('reads data that stands in several lines', () => {
    const lines = 'data: {"id":"chatcmpl-1",\ndata: "choices":[{"delta":{"content":"Hi"}}]}\n\n';
    expect(textsOf(createTextCompletionStream('')(lines))).toEqual(['Hi']);
  });

  it('leaves data without its empty line as it is, in linear time', () => {
    const lines = 'data: \n'.repeat(40);
    expect(createTextCompletionStream('')(`${lines}id: 1\n\n`)).toBe(`${lines}id: 1\n\n`);
  });
});
