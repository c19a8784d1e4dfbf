import { describe, expect, it } from 'vitest';
import type { Part, ResultPart } from '../../../canonical/part.ts';
import type { CanonicalRequest, Turn } from '../../../canonical/request.ts';
import type { Profile } from '../../../profiles/profile.ts';
import { guessProfile } from '../../../profiles/guess.ts';
import { encodeRequest } from './request.ts';

const text = (texts: string): Part => ({ type: 'text', text: texts });
const user = (...parts: Part[]): Turn => ({ role: 'user', parts });
const answer = (...parts: Part[]): Turn => ({ role: 'assistant', parts });
const call = (id: string, fields: object = {}): Part => ({
  type: 'call',
  id,
  name: 'f',
  arguments: '{}',
  ...fields,
});
const result = (callId: string, content: Part[], fields: Partial<ResultPart> = {}): Turn => ({
  role: 'result',
  parts: [{ type: 'result', callId, content, ...fields }],
});

const plain: CanonicalRequest = {
  model: 'call-name',
  stream: false,
  includeUsage: true,
  turns: [user(text('Hi'))],
  tools: [],
  sampling: {},
};

function encode(fields: Partial<CanonicalRequest>, model = 'gpt-5-mini', profile?: Profile) {
  const request: CanonicalRequest = { ...plain, ...fields };
  const target = { model, vendor: 'openai', profile: profile ?? guessProfile(model) };
  const { value, notes } = encodeRequest(request, target);
  return { ...value, notes, paths: notes.map(({ path }) => path) };
}

const inputOf = (...turns: Turn[]) => encode({ turns }).body.input;

describe('what this format cannot express', () => {
  it('is refused', () => {
    expect(() => encode({ turns: [] })).toThrow(expect.objectContaining({ code: 'unsupported' }));
  });

  it('is dropped with a note', () => {
    const { body, paths } = encode({
      candidates: 2,
      stopSequences: ['END'],
      sampling: { topK: 1, seed: 2, presencePenalty: 1, frequencyPenalty: 1, logitBias: { 1: 1 } },
      toolChoice: { mode: 'auto' },
      parallelToolCalls: false,
    });
    expect(paths.sort()).toEqual([
      'candidates',
      'parallelToolCalls',
      'sampling.frequencyPenalty',
      'sampling.logitBias',
      'sampling.presencePenalty',
      'sampling.seed',
      'sampling.topK',
      'stopSequences',
      'toolChoice',
    ]);
    expect(body).toEqual({
      model: 'gpt-5-mini',
      input: [{ type: 'message', role: 'user', content: 'Hi' }],
      include: ['reasoning.encrypted_content'],
      store: false,
    });
  });
});

describe('instructions', () => {
  it('at the start become `instructions`, later ones keep their position', () => {
    const { body } = encode({
      turns: [
        { role: 'instruction', parts: [text('A'), text('B')] },
        { role: 'instruction', parts: [text('C')] },
        user(text('Hi')),
        { role: 'instruction', nativeRole: 'system', parts: [text('D')] },
      ],
    });
    expect(body.instructions).toBe('A\n\nB\n\nC');
    expect(body.input).toEqual([
      { type: 'message', role: 'user', content: 'Hi' },
      { type: 'message', role: 'developer', content: 'D' },
    ]);
  });

  it('alone become the input, which is required', () => {
    const { body } = encode({ turns: [{ role: 'instruction', parts: [text('A')] }] });
    expect(body).not.toHaveProperty('instructions');
    expect(body.input).toEqual([{ type: 'message', role: 'developer', content: 'A' }]);
  });

  it('lose billing lines and media', () => {
    const image: Part = { type: 'media', kind: 'image', source: { by: 'url', url: 'u' } };
    const parts = [text('x-anthropic-billing-header: x'), text('A'), image];
    const { body, paths } = encode({ turns: [{ role: 'instruction', parts }, user(text('Hi'))] });
    expect(body.instructions).toBe('A');
    expect(paths).toEqual(['turns[0].parts[0]', 'turns[0].parts[2]']);
  });
});

describe('user turns', () => {
  it('hold media of many kinds', () => {
    const media = (kind: 'image' | 'document', source: object, more: object = {}) =>
      ({ type: 'media', kind, source, ...more }) as Part;
    const bytes = (mediaType: string) => ({ by: 'bytes', mediaType, base64: 'SGk=' });
    const [message] = inputOf(
      user(
        text('Look'),
        media('image', { by: 'url', url: 'https://i.example/a.png' }),
        media('image', bytes('image/png'), { detail: 'high' }),
        media('document', bytes('application/pdf'), { context: 'About it' }),
        media('document', bytes('text/plain'), { name: 'a.txt' }),
        media('document', { by: 'url', url: 'https://f.example/a.pdf' }, { name: 'a.pdf' }),
        media('document', { by: 'file', id: 'file_1', vendor: 'openai' }),
      ),
    );
    expect(message).toMatchObject({
      content: [
        { type: 'input_text', text: 'Look' },
        { type: 'input_image', image_url: 'https://i.example/a.png', detail: 'auto' },
        { type: 'input_image', image_url: 'data:image/png;base64,SGk=', detail: 'high' },
        { type: 'input_text', text: 'About it' },
        {
          type: 'input_file',
          filename: 'document.pdf',
          file_data: 'data:application/pdf;base64,SGk=',
        },
        { type: 'input_text', text: 'a.txt\nHi' },
        { type: 'input_file', file_url: 'https://f.example/a.pdf', filename: 'a.pdf' },
        { type: 'input_file', file_id: 'file_1' },
      ],
    });
  });

  it('lose content that the format cannot hold', () => {
    const { paths } = encode({
      turns: [
        {
          ...user(
            { ...text('Hi'), cache: { lifetime: '5m' } } as Part,
            { type: 'media', kind: 'audio', source: { by: 'url', url: 'u' } },
            { type: 'media', kind: 'image', source: { by: 'file', id: 'f', vendor: 'google' } },
            { type: 'unknown', dialect: 'anthropic-messages', raw: {} },
          ),
          name: 'Ada',
        },
      ],
    });
    expect(paths).toEqual([
      'turns[0].name',
      'turns[0].parts[0].cache',
      'turns[0].parts[1]',
      'turns[0].parts[2]',
      'turns[0].parts[3]',
    ]);
  });
});

describe('earlier answers', () => {
  const state = { id: 'rs_1', encrypted_content: 'gAAA' };
  const providerState = {
    vendor: 'openai',
    kind: 'encrypted',
    data: JSON.stringify(state),
  } as const;

  it('keep the order of reasoning, text and calls', () => {
    const turns = [
      user(text('Go')),
      answer(
        { type: 'reasoning', text: 'Hm.', providerState },
        { type: 'text', text: 'A', phase: 'commentary' },
        { type: 'text', text: 'B', phase: 'commentary' },
        text('C'),
        call('a'),
      ),
      result('a', [text('1'), text('2')]),
      answer({ type: 'refusal', text: 'No.' }),
    ];
    expect(inputOf(...turns)).toEqual([
      { type: 'message', role: 'user', content: 'Go' },
      {
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: 'Hm.' }],
        ...state,
      },
      { type: 'message', role: 'assistant', content: 'AB', phase: 'commentary' },
      { type: 'message', role: 'assistant', content: 'C' },
      { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: '1\n2' },
      { type: 'message', role: 'assistant', content: 'No.' },
    ]);
  });

  describe('that the vendor stored', () => {
    const reasoning = { type: 'reasoning', text: '', providerState } as const;
    const raw = { id: 'ws_1', type: 'web_search_call', status: 'completed' };
    const search: Part = { type: 'server', dialect: 'openai-responses', raw };
    const item = { type: 'reasoning', summary: [], ...state };
    const { id: _, ...nameless } = item;
    const said = { type: 'message', role: 'assistant', content: 'A' };
    const inputAfter = (...parts: Part[]) => {
      const turns = [user(text('Go')), answer(...parts), user(text('On'))];
      return encode({ store: true, turns }).body.input.slice(1, -1);
    };

    it('have reasoning without an id, unless the item after it has one', () => {
      expect(inputAfter(reasoning, text('A'))).toEqual([nameless, said]);
      expect(inputAfter(reasoning, call('a'))[0]).toEqual(nameless);
      expect(inputAfter(reasoning)).toEqual([nameless]);
      expect(inputAfter(reasoning, search, reasoning, reasoning, text('A'))).toEqual([
        ...[item, raw, nameless, nameless, said],
      ]);
    });

    it('keep the id of reasoning that is not encrypted, and at other vendors', () => {
      const shown = { id: 'rs_1', content: ['Hm.'], summary: [] };
      const open = { ...providerState, data: JSON.stringify(shown) };
      expect(inputAfter({ ...reasoning, providerState: open }, text('A'))[0]).toMatchObject({
        id: 'rs_1',
      });
      const elsewhere = { ...reasoning, providerState: { ...providerState, vendor: 'xai' } };
      const turns = [user(text('Go')), answer(elsewhere, text('A')), user(text('On'))];
      const target = { model: 'grok-4', vendor: 'xai', profile: guessProfile('grok-4') };
      const { value } = encodeRequest({ ...plain, store: true, turns }, target);
      expect(value.body.input[1]).toEqual(item);
    });
  });

  it('lose the reasoning of other vendors and provider state of calls', () => {
    const signed = { vendor: 'anthropic', kind: 'signature', data: 's' } as const;
    const { body, paths } = encode({
      turns: [
        user(text('Go')),
        answer(
          { type: 'reasoning', text: 'Hm.', providerState: signed },
          { type: 'reasoning', text: 'x' },
        ),
        user(text('On')),
        answer(call('a', { providerState: signed })),
      ],
    });
    expect(body.input.map(({ type }) => type)).toEqual(['message', 'message', 'function_call']);
    expect(paths).toEqual([
      'turns[1].parts[0]',
      'turns[1].parts[1]',
      'turns[1]',
      'turns[3].parts[0].providerState',
    ]);
  });

  it('have custom calls and results of their own kind', () => {
    const turns = [
      answer(call('a', { custom: true, arguments: 'ls' }), call('b')),
      result('b', [text('2')]),
      result('a', [text('1')]),
    ];
    expect(inputOf(...turns)).toMatchObject([
      { type: 'custom_tool_call', call_id: 'a', input: 'ls' },
      { type: 'function_call', call_id: 'b' },
      { type: 'custom_tool_call_output', call_id: 'a', output: '1' },
      { type: 'function_call_output', call_id: 'b', output: '2' },
    ]);
  });

  it('have results with media inside and failures marked', () => {
    const image: Part = {
      type: 'media',
      kind: 'image',
      source: { by: 'bytes', mediaType: 'image/png', base64: 'iVBO' },
    };
    const failed = { isError: true };
    const items = inputOf(
      answer(call('a'), call('b'), call('c')),
      result('a', [text('done'), image]),
      result('b', [text('bad')], failed),
      result('c', [image], failed),
    );
    expect(items.slice(3)).toMatchObject([
      {
        output: [
          { type: 'input_text', text: 'done' },
          { type: 'input_image', image_url: 'data:image/png;base64,iVBO' },
        ],
      },
      { output: 'Error: bad' },
      { output: [{ type: 'input_text', text: 'Error:' }, { type: 'input_image' }] },
    ]);
  });

  it('have a result for every call', () => {
    expect(inputOf(answer(call('a')), user(text('On')))).toMatchObject([
      { type: 'function_call' },
      { type: 'function_call_output', call_id: 'a' },
      { type: 'message' },
    ]);
  });
});

describe('tools', () => {
  it('of both kinds are written, with explicit strictness', () => {
    const long = 'x'.repeat(70);
    const { body, names } = encode({
      tools: [
        {
          kind: 'function',
          name: long,
          description: 'D',
          strict: true,
          schema: { type: 'object', properties: {} },
        },
        { kind: 'function', name: 'now' },
        { kind: 'function', name: 'any', schema: { anyOf: [] } },
        { kind: 'custom', name: 'patch', description: 'P' },
      ],
      toolChoice: { mode: 'named', name: 'patch' },
      parallelToolCalls: false,
    });
    const [first, ...others] = body.tools ?? [];
    expect(first).toMatchObject({ type: 'function', description: 'D', strict: true });
    expect(names.toCaller(first?.name ?? '')).toBe(long);
    expect(others).toEqual([
      {
        type: 'function',
        name: 'now',
        parameters: { type: 'object', properties: {} },
        strict: false,
      },
      { type: 'function', name: 'any', parameters: { anyOf: [] }, strict: false },
      { type: 'custom', name: 'patch', description: 'P' },
    ]);
    expect(body.tool_choice).toEqual({ type: 'custom', name: 'patch' });
    expect(body.parallel_tool_calls).toBe(false);
  });

  it('keep a grammar in the form of chat completions', () => {
    const grammar = { syntax: 'lark', definition: 'start: /.+/' };
    const { body, notes } = encode({
      tools: [
        {
          kind: 'custom',
          name: 'sql',
          extras: { 'openai-chat': { format: { type: 'grammar', grammar } } },
        },
      ],
    });
    expect(body.tools).toEqual([
      { type: 'custom', name: 'sql', format: { type: 'grammar', ...grammar } },
    ]);
    expect(notes).toEqual([]);
  });

  it('that other vendors run are dropped', () => {
    const { body, paths } = encode({
      tools: [{ kind: 'server', name: 'search', extras: { 'anthropic-messages': {} } }],
    });
    expect(body).not.toHaveProperty('tools');
    expect(paths).toEqual(['tools[0]']);
  });

  it.each([
    [{ mode: 'required' }, 'required'],
    [
      { mode: 'subset', names: ['f', 'ghost'], required: true },
      { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'f' }] },
    ],
    [{ mode: 'subset', names: ['ghost'], required: false }, 'auto'],
    [{ mode: 'named', name: 'ghost' }, undefined],
  ] as const)('are chosen: %j', (toolChoice, expected) => {
    const { body } = encode({ tools: [{ kind: 'function', name: 'f' }], toolChoice });
    expect(body.tool_choice).toEqual(expected);
  });
});

describe('options', () => {
  it('are encoded to their fields', () => {
    const { body, notes } = encode(
      {
        stream: true,
        maxOutputTokens: 600,
        sampling: { temperature: 0.5, topP: 0.9, logprobs: true, topLogprobs: 2 },
        outputFormat: { type: 'schema', schema: { type: 'object' }, description: 'D' },
        verbosity: 'low',
        user: 'u',
        serviceTier: 'ultrafast',
        cacheKey: 'k',
        metadata: { a: 'b' },
        store: true,
        previousResponseId: 'resp_1',
      },
      'gpt-4.1',
    );
    expect(notes).toEqual([]);
    expect(body).toMatchObject({
      stream: true,
      max_output_tokens: 600,
      temperature: 0.5,
      top_p: 0.9,
      top_logprobs: 2,
      include: ['message.output_text.logprobs'],
      text: {
        format: {
          type: 'json_schema',
          name: 'response',
          schema: { type: 'object' },
          description: 'D',
          strict: false,
        },
        verbosity: 'low',
      },
      safety_identifier: 'u',
      service_tier: 'ultrafast',
      prompt_cache_key: 'k',
      metadata: { a: 'b' },
      store: true,
      previous_response_id: 'resp_1',
    });
  });

  it('below the smallest limit are raised to it', () => {
    const { body, notes } = encode({ maxOutputTokens: 1 });
    expect(body.max_output_tokens).toBe(16);
    expect(notes).toMatchObject([{ path: 'maxOutputTokens', action: 'approximated' }]);
  });

  it('of sampling are dropped for a reasoning model', () => {
    const { body, paths } = encode({ sampling: { temperature: 1, topP: 1, logprobs: true } });
    expect(paths).toEqual(['sampling.temperature', 'sampling.topP', 'sampling.logprobs']);
    expect(body).not.toHaveProperty('temperature');
    expect(body.include).toEqual(['reasoning.encrypted_content']);
  });

  it.each([
    [{ effort: 'high' }, { effort: 'high' }],
    [
      { effort: 'max', show: true },
      { effort: 'high', summary: 'auto' },
    ],
    [{ budget: 2000 }, { effort: 'low', summary: 'auto' }],
    [{ budget: 'auto' }, { summary: 'auto' }],
    [{ budget: 2000, show: false }, { effort: 'low' }],
  ] as const)('of thinking: %j', (reasoning, expected) => {
    expect(encode({ reasoning }).body.reasoning).toEqual(expected);
  });

  it('of reasoning are dropped for a model without reasoning', () => {
    expect(encode({ reasoning: { effort: 'none' } }, 'gpt-4.1').notes).toEqual([]);
    const { body, paths } = encode({ reasoning: { effort: 'low', show: true } }, 'gpt-4.1');
    expect(paths).toEqual(['reasoning']);
    expect(body).not.toHaveProperty('reasoning');
    expect(body).not.toHaveProperty('include');
  });

  it('of the user fit the upstream', () => {
    expect(encode({ user: 'u' }, 'local').body.user).toBe('u');
    expect(encode({ user: 'u'.repeat(80) }).body.safety_identifier).toHaveLength(64);
  });

  it('of this format come back, others are noted', () => {
    const { body, paths } = encode({
      extras: {
        'openai-responses': {
          truncation: 'auto',
          include: ['file_search_call.results'],
          reasoning: { summary: 'detailed' },
          text: { future: 1 },
        },
        'openai-chat': { prediction: {} },
      },
      reasoning: { effort: 'low', show: true },
      serviceTier: 'platinum',
    });
    expect(paths).toEqual(['prediction', 'serviceTier']);
    expect(body).toMatchObject({
      truncation: 'auto',
      include: ['reasoning.encrypted_content', 'file_search_call.results'],
      reasoning: { effort: 'low', summary: 'detailed' },
      text: { future: 1 },
    });
  });
});
