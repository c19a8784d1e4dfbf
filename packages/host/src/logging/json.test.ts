import { describe, expect, it } from 'vitest';
import { writeJson } from './json.ts';

const secret = 'sk-ant-api03-AAAAAAAAAAAAAAAA';

describe('the JSON of a log line', () => {
  it('has the stack of an error, but not of a disk that is full', () => {
    const full = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
    expect(JSON.parse(writeJson(full))).toEqual({
      name: 'Error',
      message: 'ENOSPC: no space left',
      code: 'ENOSPC',
    });
    expect(JSON.parse(writeJson(new Error('other')))).toHaveProperty('stack');
  });

  it('is the same when a text comes again', () => {
    const entry = { model: 'gpt-5', text: `with ${secret}` };
    const first = writeJson(entry);
    expect(JSON.parse(first)).toEqual({ model: 'gpt-5', text: 'with [redacted]' });
    expect(writeJson(entry)).toBe(first);
  });

  it('redacts after more texts than are remembered, and long ones', () => {
    for (let count = 0; count < 200; count += 1) {
      const long = `${String(count)} ${'long '.repeat(count)}`;
      const line = writeJson({ prompt: `${long}${secret}` });
      expect(JSON.parse(line)).toEqual({ prompt: `${long}[redacted]` });
    }
  });

  it.each(['authorization', 'x-api-key', 'apiKey', 'api_key', 'password', 'client_secret'])(
    'redacts every text of a field that is called %s',
    (name) => {
      const line = writeJson({ [name]: 'plain', nested: { [name]: ['words'] } });
      expect(line).not.toMatch(/plain|words/);
      expect(line).toContain('[redacted]');
    },
  );

  it('redacts a secret that is the name of a field', () => {
    expect(writeJson({ [secret]: 1 })).toBe('{"[redacted]":1}');
  });

  it('redacts each text of a list', () => {
    expect(writeJson({ list: ['a', secret, 'b'] })).toBe('{"list":["a","[redacted]","b"]}');
  });

  it('redacts a secret behind a line break', () => {
    expect(writeJson({ text: `first\n${secret}` })).toBe('{"text":"first\\n[redacted]"}');
  });

  it('stays JSON when a secret has no end', () => {
    const line = writeJson({ text: '-----BEGIN PRIVATE KEY-----\nAAAA', after: 'x' });
    expect(JSON.parse(line)).toEqual({ text: '[redacted]', after: 'x' });
  });

  it('shows whether a field is missing or null, and counts under any name', () => {
    const values = { missing: undefined, none: null, token: 5, input_tokens: 3, infinite: 1 / 0 };
    expect(writeJson(values)).toBe('{"none":null,"token":5,"input_tokens":3,"infinite":null}');
  });
});
