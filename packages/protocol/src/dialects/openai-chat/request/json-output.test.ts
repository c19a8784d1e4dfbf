import { describe, expect, it } from 'vitest';
import type { CanonicalRequest, OutputFormat } from '../../../canonical/request.ts';
import type { Profile } from '../../../profiles/profile.ts';
import { encodeGreeting } from '../testing/requests.ts';

const schema = { type: 'object', properties: { age: { type: 'integer' } } };
const bySchema: OutputFormat = { type: 'schema', schema, description: 'A person.' };
const system = (text: string): CanonicalRequest['turns'] => [
  { role: 'instruction', parts: [{ type: 'text', text }] },
  { role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
];

function encode(fields: Partial<CanonicalRequest>, traits: Partial<Profile> = {}) {
  const { body, notes } = encodeGreeting(fields, traits);
  const actions = notes.map(({ action, path }) => `${action} ${path}`);
  const [first] = body.messages;
  return {
    format: body.response_format,
    first,
    roles: body.messages.map(({ role }) => role),
    actions,
  };
}

describe('JSON by a schema', () => {
  it.each(['any', 'schema'] as const)(
    'is requested by it where the upstream takes %s',
    (jsonOutput) => {
      const { format, roles, actions } = encode({ outputFormat: bySchema }, { jsonOutput });
      expect(format).toMatchObject({ type: 'json_schema', json_schema: { schema } });
      expect({ roles, actions }).toEqual({ roles: ['user'], actions: [] });
    },
  );

  it.each([
    ['object', { type: 'json_object' }],
    ['none', undefined],
  ] as const)('is asked for in the instructions where it takes %s', (jsonOutput, format) => {
    const sent = encode({ outputFormat: bySchema }, { jsonOutput });
    expect(sent).toMatchObject({ format, roles: ['system', 'user'] });
    expect(sent.first?.content).toContain(JSON.stringify({ description: 'A person.', ...schema }));
    expect(sent.first?.content).toContain('JSON');
    expect(sent.actions).toEqual(['approximated outputFormat.schema']);
  });

  it('is asked for after the instructions of the client, in the same message', () => {
    const fields = { outputFormat: bySchema, turns: system('Be brief.') };
    const { first, roles } = encode(fields, { jsonOutput: 'object', instructionRole: 'developer' });
    expect(roles).toEqual(['developer', 'user']);
    expect(first?.content).toMatch(/^Be brief\.\n\nThe answer to the user must be JSON/);
  });

  it('is only asked for beside tools, where the upstream takes no JSON beside them', () => {
    const fields: Partial<CanonicalRequest> = {
      outputFormat: bySchema,
      tools: [{ kind: 'function', name: 'look' }],
    };
    expect(encode(fields, { jsonBesideTools: false })).toMatchObject({
      format: undefined,
      roles: ['system', 'user'],
    });
    expect(encode(fields).format).toMatchObject({ type: 'json_schema' });
  });
});

describe('any JSON', () => {
  it.each<[Partial<Profile>, unknown, string[]]>([
    [{ jsonOutput: 'object' }, { type: 'json_object' }, ['defaulted outputFormat']],
    [{ jsonOutput: 'none' }, undefined, ['approximated outputFormat']],
  ])('is asked for in words with %j', (traits, format, actions) => {
    const sent = encode({ outputFormat: { type: 'json' } }, traits);
    expect(sent).toMatchObject({ format, roles: ['system', 'user'], actions });
    expect(sent.first?.content).toContain('JSON');
  });

  it('needs no further words where the client has said it', () => {
    const fields: Partial<CanonicalRequest> = {
      outputFormat: { type: 'json' },
      turns: system('Answer in json.'),
    };
    const { first, actions } = encode(fields);
    expect(first?.content).toBe('Answer in json.');
    expect(actions).toEqual([]);
  });

  it('is that of a schema of any object where the upstream takes nothing else', () => {
    const sent = encode({ outputFormat: { type: 'json' } }, { jsonOutput: 'schema' });
    expect(sent.format).toMatchObject({ json_schema: { schema: { type: 'object' } } });
    expect(sent).toMatchObject({ roles: ['user'], actions: ['approximated outputFormat'] });
  });
});

describe('JSON of a model that reasons by default', () => {
  it.each<[Partial<Profile>, boolean | undefined]>([
    [{ thinkingSwitch: 'enable-thinking' }, false],
    [{ thinkingSwitch: 'enable-thinking', jsonOutput: 'none' }, undefined],
    [{ thinkingSwitch: 'thinking' }, undefined],
  ])('excludes reasoning only where it is requested and the vendor says so: %j', (traits, sent) => {
    const { body } = encodeGreeting({ outputFormat: bySchema }, traits);
    expect(body.enable_thinking).toBe(sent);
  });
});
