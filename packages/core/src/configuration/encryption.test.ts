import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSecretCipher, readSecretKeys } from './encryption.ts';

const keys = readSecretKeys('0'.repeat(63) + '1');
const cipher = createSecretCipher(keys);

/** Changes the last bytes, whatever they are. */
function changeEnd(text: string): string {
  return `${text.slice(0, -4)}${text.endsWith('AAA=') ? 'AAE=' : 'AAA='}`;
}

describe('an encrypted secret', () => {
  it('is decrypted for its context, for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (secret) => {
        expect(await cipher.decrypt(await cipher.encrypt(secret, 'a'), 'a')).toBe(secret);
      }),
      { numRuns: 50 },
    );
  });

  it('may be long', async () => {
    const secret = 'x'.repeat(1_000_000);
    expect(await cipher.decrypt(await cipher.encrypt(secret, 'a'), 'a')).toBe(secret);
  });

  it('is different each time and does not contain the secret', async () => {
    const encrypted = [
      await cipher.encrypt('credential', 'a'),
      await cipher.encrypt('credential', 'a'),
    ];
    expect(encrypted[0]).not.toBe(encrypted[1]);
    expect(encrypted.join()).not.toContain(btoa('credential').slice(0, 8));
  });

  it.each([
    ['for another context', (text: string) => cipher.decrypt(text, 'b')],
    [
      'under another key',
      (text: string) => createSecretCipher(readSecretKeys('f'.repeat(64))).decrypt(text, 'a'),
    ],
    ['when it was changed', (text: string) => cipher.decrypt(changeEnd(text), 'a')],
    ['when it is no encrypted secret', () => cipher.decrypt('plain', 'a')],
  ])('is not decrypted %s', async (_name, decrypt) => {
    const encrypted = await cipher.encrypt('credential', 'a');
    await expect(decrypt(encrypted)).rejects.toThrow();
  });
});

describe('several secret keys', () => {
  const [first, second] = ['1'.repeat(64), '2'.repeat(64)];
  const cipherOf = (text: string) => createSecretCipher(readSecretKeys(text));

  it('decrypt what each of them has encrypted', async () => {
    const encrypted = await cipherOf(first).encrypt('credential', 'a');
    expect(await cipherOf(`${second},${first}`).decrypt(encrypted, 'a')).toBe('credential');
    await expect(cipherOf(second).decrypt(encrypted, 'a')).rejects.toThrow();
  });

  it('encrypt with the first', async () => {
    const encrypted = await cipherOf(`${second}\n${first}\n`).encrypt('credential', 'a');
    expect(await cipherOf(second).decrypt(encrypted, 'a')).toBe('credential');
    await expect(cipherOf(first).decrypt(encrypted, 'a')).rejects.toThrow();
  });
});

describe('readSecretKeys', () => {
  const key = '0'.repeat(63) + '1';

  it('accepts base64 too', () => {
    expect(readSecretKeys(btoa(String.fromCharCode(...keys[0])))).toEqual(keys);
  });

  it.each([', ', ' ', '\n', ',\n'])('accepts %j between keys', (separator) => {
    expect(readSecretKeys([key, key].join(separator))).toEqual([...keys, ...keys]);
  });

  it.each([`${key},`, `,${key}`, `${key},abc`])('refuses the list %j', (text) => {
    expect(() => readSecretKeys(text)).toThrow(RangeError);
  });

  it.each(['', 'abc', '0'.repeat(62), btoa('too short'), 'ü'.repeat(64)])('refuses %j', (text) => {
    expect(() => readSecretKeys(text)).toThrow(RangeError);
  });
});
