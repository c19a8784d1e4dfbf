import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createRedactor,
  createSecretRedactor,
  redactJson,
  redactSecrets,
  redactShapes,
} from './redaction.ts';

const key = 'sk-proj-Ab12Cd34Ef56Gh78';
const odd = 'a/b+c=d$e(f)g.h*i[j]k^l';
const providerState = 'q7Zt0uLw93xVbN5mKe2R';
const redact = createRedactor({
  credentials: [key, odd, providerState, 'tiny', 'K9'],
  places: ['api.vendor.test', 'vllm', 'port 8443'],
});

describe('a credential that is known', () => {
  it.each([
    ['whole', `Incorrect API key provided: ${key}.`, 'Incorrect API key provided: [redacted].'],
    ['whole, of signs that patterns give a meaning', `no ${odd} here`, 'no [redacted] here'],
    ['within another word', `x${providerState}y`, 'x[redacted]y'],
    ['in capitals', key.toUpperCase(), '[redacted]'],
    ['in an address', `?q=${encodeURIComponent(odd)}&r=1`, '?q=[redacted]&r=1'],
    [
      'escaped in JSON text',
      String.raw`{\"k\":\"a\/b+c=d$e(f)g.h*i[j]k^l\"}`,
      String.raw`{\"k\":\"[redacted]\"}`,
    ],
    ['cut in the middle by asterisks', 'sk-pr**************Gh78 is wrong', '[redacted] is wrong'],
    ['cut in the middle by dots', 'sk-proj-...Gh78', '[redacted]'],
    ['cut behind its beginning', 'sk-pr… is wrong', '[redacted]… is wrong'],
    [
      'cut before its end',
      'Your api key: ****Gh78 is invalid',
      'Your api key: [redacted] is invalid',
    ],
    [
      'hidden behind the letter x',
      'key XXXXXXXX2R, XXXX2R, xxxxxke2R',
      'key XXXXXXXX2R, XXXX2R, xxxxx[redacted]',
    ],
    ['by its last characters', 'the key ending in `Ke2R`', 'the key ending in `[redacted]`'],
    [
      'by its first characters',
      'the key that begins with q7Zt0',
      'the key that begins with [redacted]',
    ],
    ['cut behind a scheme', 'Bearer q7Zt', 'Bearer [redacted]'],
    ['of few characters', 'tiny is wrong, k9 too', '[redacted] is wrong, [redacted] too'],
  ])('is masked: %s', (_, text, clean) => {
    expect(redact(text)).toBe(clean);
  });

  it.each(['', 'u', 'us', 'user', 'user:'])('is masked within base64 behind %j', (before) => {
    const coded = btoa(`${before}${providerState}`);
    const clean = redact(`got ${coded}`);
    expect(clean).toContain('[redacted]');
    // No four characters in a row are left, which would be three of the secret.
    const left = clean.replace(/^got |\[redacted\]|=/g, '');
    expect(left.length).toBeLessThanOrEqual(Math.ceil((before.length * 8) / 6) + 2);
  });

  it('does not change words that contain a short credential', () => {
    const text = 'destiny, k99, tinyness, tiny_word, not-tiny';
    expect(redact(text)).toBe(text);
  });
});

describe('a credential of any vendor', () => {
  it.each([
    'sk-ant-api03-AAAAAAAAAAAAAAAA',
    'sk-or-v1-0123456789abcdef',
    'sk_live_0123456789abcdef',
    'pk_live_0123456789abcdef',
    'rk_live_0123456789abcdef',
    'gsk_AAAAAAAAAAAAAAAA',
    'xai-AAAAAAAAAAAAAAAA',
    'nvapi-AAAAAAAAAAAAAAAA',
    'csk-AAAAAAAAAAAAAAAA',
    'hf_A1aaaaaaaaaaaaaa',
    'r8_A1aaaaaaaaaaaaaa',
    'fw_A1aaaaaaaaaaaaaa',
    'pplx-0123456789abcdef0123456789abcdef',
    'tgp_v1_AAAAAAAAAAAAAAAA',
    'jina_0123456789abcdef0123456789',
    'up_0123456789abcdef0123456789',
    'AIzaSyAAAAAAAAAAAAAAAAAAAAAAAA',
    'ya29.A0AAAAAAAAAAAAAAAA',
    'eyJhbGciOiJub25lIn0.eyJhIjoxfQ.AAAA',
    'AKIAAAAAAAAAAAAA1234',
    'ghp_A1aaaaaaaaaaaaaaaa',
    'parley-admin-pKLSqDstMLxPsUvA',
    'sk-ab12****wxyz',
    'gsk_ab...',
    '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----',
  ])('is masked without being known: %s', (secret) => {
    for (const text of [secret, `key ${secret} is`, JSON.stringify({ a: secret })]) {
      expect(redactShapes(text)).not.toContain(secret.slice(0, 8));
      expect(redactSecrets(text)).not.toContain(secret.slice(0, 8));
      expect(redactSecrets(text)).toContain('[redacted]');
    }
  });

  it.each([
    ['Authorization: Bearer abcdefghijkl', 'Authorization: [redacted]'],
    ['authorization: Bearer abc.def-123', 'authorization: [redacted]'],
    ['{"authorization":"Basic dXNlcjpwYXNz"}', '{"authorization":"[redacted]"}'],
    ['header was Basic dXNlcjpwYXNz', 'header was Basic [redacted]'],
    ['sent Bearer abcdefghijkl', 'sent Bearer [redacted]'],
    ['{"x-api-key":"anything-at-all"}', '{"x-api-key":"[redacted]"}'],
    ['x-goog-api-key: anything', 'x-goog-api-key: [redacted]'],
    ['GET /v1?key=anything&alt=sse', 'GET /v1?key=[redacted]&alt=sse'],
    ['Invalid API key: a1b2c3d4', 'Invalid API key: [redacted]'],
    ['https://user:pass@host.example/v1', 'https://[redacted]@host.example/v1'],
  ])('is masked where it stands: %s', (text, clean) => {
    expect(redactSecrets(text)).toBe(clean);
  });
});

describe('accounts and hosts', () => {
  it.each([
    ['quota of org-AbCdEf123456 is used up', 'quota of [redacted] is used up'],
    ['proj_AbCd1234Ef has no access', '[redacted] has no access'],
    ['Project 123456789012 is suspended', 'Project [redacted] is suspended'],
    ["consumer 'projects/p-1234567'", "consumer 'projects/[redacted]'"],
    ['arn:aws:iam::123456789012:user/x may not', '[redacted] may not'],
    ['account bob@corp.example is closed', 'account [redacted] is closed'],
    ['dial tcp 10.1.2.3:8443: refused', 'dial tcp [redacted]: refused'],
    ['no route to 203.0.113.9', 'no route to [redacted]'],
    ['connect [2001:db8::17]:8443 refused', 'connect [redacted] refused'],
    [
      'at 2001:db8:0:0:0:0:0:17, fe80::1%eth0 and ::ffff:10.0.0.1',
      'at [redacted], [redacted] and [redacted]',
    ],
    ['http://llm.internal:9000/v1 is away', '[redacted]/v1 is away'],
    ['llm.ns.svc.cluster.local is away', '[redacted] is away'],
    ['postgres://bob:secret@db.example/x is away', '[redacted] is away'],
    ['API.vendor.test said no', '[redacted] said no'],
    ['lookup vllm: no such host', 'lookup [redacted]: no such host'],
    ['listen on port 8443', 'listen on [redacted]'],
  ])('are masked for a caller: %s', (text, clean) => {
    expect(redact(text)).toBe(clean);
  });

  it('are visible to an operator', () => {
    const text = 'The task-list of risk-free models took 3 s at http://127.0.0.1:8787/v1 (sk-).';
    expect(redactSecrets(text)).toBe(text);
  });
});

it.each([
  'max_tokens: 9000 > 8192, see https://docs.example.com/limits',
  'You exceeded your quota, see https://platform.openai.com/account/billing (req_011CXyZabcdefgh).',
  'The request id is 8f14e45f-ceea-467f-a0e6-1b9a1c2d3e4f, at 2026-11-22T10:20:30.123Z.',
  'The model `gpt-4o-2024-08-06` does not exist; pplx-70b-online and claude-sonnet-4-5 do.',
  'messages.0.content: Input should be a valid list; max_token: 128000; std::string; 12:30:45',
  'Bearer authentication is required; basic knowledge; authorization: required',
  'key_not_found, user_feedback, org_settings, sk-, version 1.2.3, 50% of 1:1',
])('an ordinary sentence stays as it is: %s', (text) => {
  expect(redact(text)).toBe(text);
});

describe('a JSON value', () => {
  it('is redacted in texts and names of fields, and keeps its shape', () => {
    const value = {
      a: [`x ${key}`, 7, null, true],
      [providerState]: { b: key },
      request_id: 'req_1',
    };
    expect(redactJson(value, redact)).toEqual({
      a: ['x [redacted]', 7, null, true],
      '[redacted]': { b: '[redacted]' },
      request_id: 'req_1',
    });
  });

  it('masks the value of a header that carries a credential', () => {
    const headers = { 'X-Api-Key': 'nothing we know', Authorization: 'Custom z', accept: 'z' };
    expect(redactJson(headers, redact)).toEqual({
      'X-Api-Key': '[redacted]',
      Authorization: '[redacted]',
      accept: 'z',
    });
  });

  it('is truncated where it is too long, without a partial secret at the cut', () => {
    for (let length = 7_960; length <= 8_010; length++) {
      const [text] = redactJson([`${'.'.repeat(length)} ${providerState}`], redact) as [string];
      expect(text.length).toBeLessThanOrEqual(8_020);
      expect(text).not.toContain(providerState.slice(0, 4));
    }
    const many = Array.from({ length: 50 }, () => 'word '.repeat(1_000));
    expect(JSON.stringify(redactJson(many, redact)).length).toBeLessThan(101_000);
  });

  it('may be deeply nested', () => {
    let value: Parameters<typeof redactJson>[0] = key;
    for (let depth = 0; depth < 10_000; depth++) value = [value];
    expect(JSON.stringify(redactJson(value, redact))).toContain('null');
  });
});

it('masks known credentials and keeps hosts for an operator', () => {
  const clean = createSecretRedactor([providerState, odd]);
  expect(clean(`${odd} at 10.1.2.3: ${providerState.slice(0, 6)}... (bob@corp.example)`)).toBe(
    '[redacted] at 10.1.2.3: [redacted]... (bob@corp.example)',
  );
});

describe('properties', () => {
  const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
  const credential = fc.oneof(
    fc.string({ unit: visible, minLength: 8, maxLength: 60 }),
    fc.string({ unit: fc.constantFrom('a', 'b', '-'), minLength: 8, maxLength: 20 }),
    fc.constantFrom(key, odd, 'redacted', '[redacted]', 'xxxxxxxxxxxx', '************'),
  );
  const around = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: visible }),
    fc.constant(''),
  );
  const noise = fc.oneof(
    around,
    fc.constantFrom(key, 'Bearer ', '****', '[redacted]', '::1', 'sk-'),
  );

  it('no secret is left, nor its last eight characters', () => {
    fc.assert(
      fc.property(
        credential,
        fc.tuple(around, around),
        fc.nat(60),
        (secret, [before, behind], cut) => {
          const clean = createRedactor({ credentials: [secret], places: [] });
          const length = Math.max(8, Math.min(cut, secret.length));
          const ends = [secret, secret.slice(0, length), secret.slice(-length)];
          for (const given of ends) {
            const left = clean(`${before}${given}${behind}`).split('[redacted]');
            for (const end of ends) expect(left.some((part) => part.includes(end))).toBe(false);
          }
        },
      ),
    );
  });

  it('no encoding of a secret is left', () => {
    fc.assert(
      fc.property(credential, fc.string({ maxLength: 9, unit: visible }), (secret, user) => {
        const clean = createRedactor({ credentials: [secret], places: [] });
        const coded = btoa(`${user}:${secret}`).replaceAll('=', '');
        for (const text of [
          encodeURIComponent(secret),
          JSON.stringify(secret).slice(1, -1),
          coded,
        ]) {
          expect(clean(`a ${text} b`).replaceAll('[redacted]', '')).not.toContain(text);
        }
      }),
    );
  });

  it('redaction is idempotent', () => {
    fc.assert(
      fc.property(credential, fc.array(noise), (secret, parts) => {
        const clean = createRedactor({ credentials: [secret], places: ['host', 'a'] });
        const once = clean([...parts, secret, ...parts].join(''));
        expect(clean(once)).toBe(once);
      }),
    );
  });

  it('text without a secret is unchanged', () => {
    const word = fc.constantFrom(
      ...'The model is not able to read 4096 tokens of this request: field temperature must be at most 2.0, try again later (error 400)'.split(
        ' ',
      ),
    );
    fc.assert(
      fc.property(fc.array(word), (parts) => {
        const text = parts.join(' ');
        expect(redact(text)).toBe(text);
      }),
    );
  });
});

it('is linear for hostile text', () => {
  const parts = ['Bearer ', 'sk-', '://', 'authorization:', 'a', '1.', '::', 'a:', 'a@', 'x.', '*'];
  const more = ['-----BEGIN PRIVATE KEY-----', 'eyJ', '[redacted]*', 'sk-p', 'tiny', 'org-', '.'];
  for (const part of [...parts, ...more]) redact(part.repeat(20_000));
});
