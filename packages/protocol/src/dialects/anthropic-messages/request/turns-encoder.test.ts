import { describe, expect, it } from 'vitest';
import { NoteBook } from '../../../canonical/note.ts';
import { wrapProviderState } from '../../../canonical/provider-state.ts';
import type { Part } from '../../../canonical/part.ts';
import type { Turn } from '../../../canonical/request.ts';
import { NameMap } from '../../../history/names.ts';
import { guessProfile } from '../../../profiles/guess.ts';
import { requestSchema } from './schema.ts';
import { decodeTurns } from './turns-decoder.ts';
import { encodeConversation } from './turns-encoder.ts';

const say = (text: string): Part => ({ type: 'text', text });
const user = (...parts: Part[]): Turn => ({ role: 'user', parts });
const answer = (...parts: Part[]): Turn => ({ role: 'assistant', parts });
const instruct = (...parts: Part[]): Turn => ({ role: 'instruction', parts });
const call = (id: string, input = '{}'): Part => ({
  type: 'call',
  id,
  name: 'now',
  arguments: input,
});
const result = (callId: string, ...content: Part[]): Turn => ({
  role: 'result',
  parts: [{ type: 'result', callId, content }],
});

function encode(turns: Turn[], lateInstructions = false, vendor = 'anthropic') {
  const notes = new NoteBook();
  const profile = { ...guessProfile('claude-sonnet-4-5'), lateInstructions };
  const target = { model: 'm', vendor, profile };
  const written = encodeConversation({ turns }, { target, names: new NameMap(), notes });
  return { ...written, notes: notes.notes };
}

function decode(messages: unknown[], system?: unknown): Turn[] {
  const body = requestSchema.parse({ model: 'm', max_tokens: 1, messages, system });
  return decodeTurns(body.system, body.messages, new NoteBook());
}

describe('decodeTurns', () => {
  it('puts results before the rest of their message', () => {
    const turns = decode([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'tool_result', tool_use_id: 'a', content: '4C', is_error: true },
          { type: 'tool_result', tool_use_id: 'b' },
        ],
      },
    ]);
    expect(turns).toEqual([
      {
        role: 'result',
        parts: [{ type: 'result', callId: 'a', content: [say('4C')], isError: true }],
      },
      { role: 'result', parts: [{ type: 'result', callId: 'b', content: [] }] },
      user(say('See')),
    ]);
  });

  it('keeps later instructions at their position', () => {
    const turns = decode(
      [
        { role: 'user', content: 'Hi' },
        { role: 'system', content: 'Now in French.' },
      ],
      'Be kind.',
    );
    expect(turns).toEqual([
      instruct(say('Be kind.')),
      user(say('Hi')),
      instruct(say('Now in French.')),
    ]);
  });

  it('restores wrapped provider state and assigns unwrapped state to this vendor', () => {
    const google = { vendor: 'google', kind: 'signature', data: 'g' } as const;
    const hidden = { vendor: 'openai', kind: 'redacted', data: 'o' } as const;
    const plain = wrapProviderState({ vendor: '', kind: 'plain', data: '' });
    const turns = decode([
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'a', signature: 'bare' },
          { type: 'thinking', thinking: 'b', signature: wrapProviderState(google) },
          { type: 'thinking', thinking: 'c', signature: plain },
          { type: 'thinking', thinking: 'd', signature: '' },
          { type: 'redacted_thinking', data: wrapProviderState(hidden) },
          { type: 'redacted_thinking', data: wrapProviderState(google) },
          { type: 'tool_use', id: 't', name: 'now', input: {} },
        ],
      },
    ]);
    expect(turns).toEqual([
      answer(
        {
          type: 'reasoning',
          text: 'a',
          providerState: { vendor: 'anthropic', kind: 'signature', data: 'bare' },
        },
        { type: 'reasoning', text: 'b', providerState: google },
        { type: 'reasoning', text: 'c' },
        { type: 'reasoning', text: 'd' },
        { type: 'reasoning', text: '', providerState: hidden },
        { type: 'call', id: 't', name: 'now', arguments: '{}', providerState: google },
      ),
    ]);
  });

  it('marks the billing header as specific to this format', () => {
    const [turn] = decode(
      [{ role: 'user', content: 'Hi' }],
      [{ type: 'text', text: 'x-anthropic-billing-header: 1' }],
    );
    expect(turn?.parts[0]?.type).toBe('unknown');
  });
});

describe('encodeConversation', () => {
  it('notes the name of a leading instruction', () => {
    const { notes } = encode([{ ...instruct(say('Be brief.')), name: 'bob' }, user(say('Hi'))]);
    expect(notes).toMatchObject([{ action: 'dropped', path: 'turns[0].name' }]);
  });

  it('adds a user message to a request with only instructions', () => {
    const { system, messages, notes } = encode([instruct(say('Say hi.'))]);
    expect(system).toBe('Say hi.');
    expect(messages).toEqual([{ role: 'user', content: 'Begin.' }]);
    expect(notes).toMatchObject([{ action: 'defaulted' }]);
  });

  it('keeps several instructions as separate blocks', () => {
    const { system } = encode([instruct(say('A')), instruct(say('B')), user(say('Hi'))]);
    expect(system).toEqual([
      { type: 'text', text: 'A' },
      { type: 'text', text: 'B' },
    ]);
  });

  it('writes later instructions in their role, or as marked user text', () => {
    const turns = [user(say('Hi')), answer(say('Yes')), instruct(say('Now in French.'))];
    expect(encode(turns, true).messages.at(-1)).toEqual({
      role: 'system',
      content: 'Now in French.',
    });
    const marked = encode(turns);
    expect(marked.messages.at(-1)).toMatchObject({
      role: 'user',
      content: expect.stringMatching(/^<system-instruction>\n.*French/) as string,
    });
    expect(marked.notes).toMatchObject([{ action: 'approximated' }]);
  });

  it('says nothing of a later instruction without text', () => {
    const { notes } = encode([user(say('Hi')), answer(say('Yes')), instruct(), user(say('Go'))]);
    expect(notes).toEqual([]);
  });

  it('keeps the settings of a later system message, or notes them', () => {
    const effort = { role: 'system', output_config: { effort: 'low' } };
    const turns = decode([
      { role: 'user', content: 'Hi' },
      effort,
      { role: 'user', content: 'Go' },
    ]);
    const { messages, notes } = encode(turns, true);
    expect(messages[1]).toEqual({ ...effort, content: [] });
    expect(notes).toEqual([]);
    expect(encode(turns).notes).toMatchObject([{ action: 'dropped', path: 'turns[1]' }]);
  });

  it('puts all results first in the message after their calls', () => {
    const { messages } = encode([
      user(say('Go')),
      answer(say('Looking'), call('a'), call('b')),
      result('b', say('two')),
      user(say('Well?')),
      result('a', say('one')),
    ]);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(messages[2]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'a', content: 'one' },
      { type: 'tool_result', tool_use_id: 'b', content: 'two' },
      { type: 'text', text: 'Well?' },
    ]);
  });

  it('rewrites illegal ids consistently on call and result', () => {
    const { messages } = encode([
      user(say('Go')),
      answer(call('functions.now:0')),
      result('functions.now:0', say('12')),
    ]);
    const use = messages[1]?.content[0];
    expect(use).toMatchObject({ id: expect.stringMatching(/^[\w-]+$/) as string });
    expect(messages[2]?.content[0]).toMatchObject({
      tool_use_id: typeof use === 'object' ? use['id'] : '',
    });
  });

  it('omits empty text, and turns that have nothing else', () => {
    const { messages, notes } = encode([
      user(say('Hi')),
      answer(say('')),
      user(say(''), say('There?')),
      answer(say(''), call('a')),
      result('a'),
    ]);
    expect(messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Hi' },
          { type: 'text', text: 'There?' },
        ],
      },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'now', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] },
    ]);
    expect(notes).toEqual([]);
  });

  it('trims white space only at the end of a prefilled reply', () => {
    const { messages, notes } = encode([
      user(say('Go on  ')),
      answer(say('Kept  ')),
      user(say('More')),
      answer(say('Once upon a time \n')),
    ]);
    expect(messages.map(({ content }) => content)).toEqual([
      'Go on  ',
      'Kept  ',
      'More',
      'Once upon a time',
    ]);
    expect(notes).toHaveLength(1);
  });

  it('ends with a user message for models that continue no reply', () => {
    const begun = [user(say('Go on')), answer(say('Once '))];
    const target = { model: 'm', vendor: 'anthropic', profile: guessProfile('claude-opus-4-6') };
    const encoding = { target, names: new NameMap(), notes: new NoteBook() };
    expect(encodeConversation({ turns: begun }, encoding).messages).toMatchObject([
      {},
      { role: 'assistant', content: 'Once ' },
      { role: 'user', content: expect.stringMatching(/\w/) as string },
    ]);
    expect(encoding.notes.notes).toMatchObject([{ action: 'defaulted', path: 'turns' }]);
  });

  it('lets every model continue a paused turn', () => {
    const raw = { type: 'server_tool_use', id: 's1', name: 'web_search', input: {} };
    const paused: Part = { type: 'server', dialect: 'anthropic-messages', raw };
    const target = { model: 'm', vendor: 'anthropic', profile: guessProfile('claude-opus-4-6') };
    const encoding = { target, names: new NameMap(), notes: new NoteBook() };
    const turns = [user(say('Hi')), answer(paused)];
    const { messages } = encodeConversation({ turns }, encoding);
    expect(messages.at(-1)?.role).toBe('assistant');
  });

  it('begins with a user message when the history does not', () => {
    expect(encode([answer(say('Hello')), user(say('Hi'))]).messages[0]?.role).toBe('user');
  });

  it('sends reasoning only to the vendor that signed it', () => {
    const signed: Part = {
      type: 'reasoning',
      text: 'Hm.',
      providerState: { vendor: 'anthropic', kind: 'signature', data: 'U2ln' },
    };
    const unsigned: Part = { type: 'reasoning', text: 'secret' };
    const turns = [user(say('Hi')), answer(signed, unsigned, say('Yes')), user(say('So?'))];
    expect(encode(turns).messages[1]?.content).toEqual([
      { type: 'thinking', thinking: 'Hm.', signature: 'U2ln' },
      { type: 'text', text: 'Yes' },
    ]);
    const elsewhere = encode(turns, false, 'acme');
    expect(JSON.stringify(elsewhere.messages)).not.toMatch(/Hm\.|secret/);
    expect(elsewhere.notes.map(({ action }) => action)).toEqual(['dropped', 'dropped']);
  });

  it('replaces arguments that are not an object, with a note', () => {
    const { messages, notes } = encode([
      user(say('Go')),
      answer(call('a', '{"cut'), call('b', '[1]'), call('c', '')),
      result('a'),
      result('b'),
      result('c'),
    ]);
    expect(messages[1]?.content).toMatchObject([{ input: {} }, { input: {} }, { input: {} }]);
    expect(notes.filter(({ action }) => action === 'dropped')).toHaveLength(2);
  });

  it('adds a message to a failed result without content', () => {
    const failed: Turn = {
      role: 'result',
      parts: [{ type: 'result', callId: 'a', content: [], isError: true }],
    };
    const { messages } = encode([user(say('Go')), answer(call('a')), failed]);
    expect(messages[2]?.content).toMatchObject([
      { is_error: true, content: expect.stringMatching(/\w/) as string },
    ]);
  });

  it('drops content that is not allowed at its position', () => {
    const image: Part = { type: 'media', kind: 'image', source: { by: 'url', url: 'https://a' } };
    const { notes } = encode([
      instruct(image),
      user(say('Hi')),
      answer(image, say('x')),
      user(say('y')),
    ]);
    expect(notes.map(({ path }) => path)).toEqual(['turns[2].parts[0]', 'turns[0].parts[0]']);
  });
});
