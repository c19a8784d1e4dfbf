import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSealer, readSecretKey } from './sealing.ts';

const key = readSecretKey('0'.repeat(63) + '1');
const sealer = createSealer(key);

describe('a sealed secret', () => {
  it('opens where it was sealed, whatever it says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (secret) => {
        expect(await sealer.open(await sealer.seal(secret, 'a'), 'a')).toBe(secret);
      }),
      { numRuns: 50 },
    );
  });

  it('may be long', async () => {
    const secret = 'x'.repeat(1_000_000);
    expect(await sealer.open(await sealer.seal(secret, 'a'), 'a')).toBe(secret);
  });

  it('never looks the same twice and does not show the secret', async () => {
    const sealed = [await sealer.seal('credential', 'a'), await sealer.seal('credential', 'a')];
    expect(sealed[0]).not.toBe(sealed[1]);
    expect(sealed.join()).not.toContain(btoa('credential').slice(0, 8));
  });

  it.each([
    ['elsewhere', (text: string) => sealer.open(text, 'b')],
    [
      'under another key',
      (text: string) => createSealer(readSecretKey('f'.repeat(64))).open(text, 'a'),
    ],
    ['when it was changed', (text: string) => sealer.open(`${text.slice(0, -4)}AAA=`, 'a')],
    ['when it is none', () => sealer.open('plain', 'a')],
  ])('does not open %s', async (_name, open) => {
    const sealed = await sealer.seal('credential', 'a');
    await expect(open(sealed)).rejects.toThrow();
  });
});

describe('readSecretKey', () => {
  it('takes base64 too', () => {
    expect(readSecretKey(btoa(String.fromCharCode(...key)))).toEqual(key);
  });

  it.each(['', 'abc', '0'.repeat(62), btoa('too short'), 'ü'.repeat(64)])('refuses %j', (text) => {
    expect(() => readSecretKey(text)).toThrow(RangeError);
  });
});
