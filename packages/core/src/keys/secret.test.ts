import { describe, expect, it } from 'vitest';
import {
  crc32,
  createAdminSecret,
  createKeySecret,
  createSessionSecret,
  describeAdminSecret,
  encodeBase62,
  hashSecret,
  isAdminShaped,
  isKeyShaped,
  isSessionShaped,
} from './secret.ts';

describe('isKeyShaped', () => {
  it.each([
    ['nothing', ''],
    ['a foreign key', 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz'],
    ['our prefix alone', 'sk-parley-'],
    ['a wrong checksum', `sk-parley-${'a'.repeat(49)}`],
    ['SQL', "sk-parley-' OR 1=1 --"],
    ['a line break', 'sk-parley-\r\nx-admin: 1'],
  ])('refuses %s', (_, credential) => {
    expect(isKeyShaped(credential)).toBe(false);
  });

  it('refuses a key with one changed, added or missing character', async () => {
    const { secret } = await createKeySecret();
    for (let index = 'sk-parley-'.length; index < secret.length; index++) {
      const other = secret[index] === 'x' ? 'y' : 'x';
      expect(isKeyShaped(secret.slice(0, index) + other + secret.slice(index + 1))).toBe(false);
    }
    expect(isKeyShaped(secret + 'x')).toBe(false);
    expect(isKeyShaped(secret.slice(0, -1))).toBe(false);
  });

  it('accepts secrets of createKeySecret, and not admin tokens', async () => {
    expect(isKeyShaped((await createKeySecret()).secret)).toBe(true);
    expect(isKeyShaped((await createAdminSecret()).secret)).toBe(false);
    expect(isAdminShaped((await createAdminSecret()).secret)).toBe(true);
  });
});

describe('createKeySecret', () => {
  it('returns a secret, its hash and a display form that does not reveal it', async () => {
    const { secret, hash, display } = await createKeySecret();
    expect(secret).toMatch(/^sk-parley-[0-9A-Za-z]{49}$/);
    expect(hash).toBe(await hashSecret(secret));
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(display.length).toBeLessThan(25);
    expect(secret.endsWith(display.slice(-4))).toBe(true);
  });

  it('never returns the same secret twice', async () => {
    const secrets = await Promise.all(Array.from({ length: 50 }, () => createKeySecret()));
    expect(new Set(secrets.map(({ secret }) => secret)).size).toBe(50);
  });
});

describe('crc32', () => {
  it('returns the published check value', () => {
    expect(crc32('123456789')).toBe(0xcbf43926);
  });
});

describe('other secrets', () => {
  it('have a prefix of their own, by which each kind is told from all others', async () => {
    const secrets = [
      ['sk-parley-', await createKeySecret(), isKeyShaped],
      ['parley-admin-', await createAdminSecret(), isAdminShaped],
      [
        'parley-session-',
        await createSessionSecret('session'),
        (text: string) => isSessionShaped(text, 'session'),
      ],
      [
        'parley-link-',
        await createSessionSecret('link'),
        (text: string) => isSessionShaped(text, 'link'),
      ],
    ] as const;
    for (const [prefix, { secret, display }, isShaped] of secrets) {
      expect(secret.slice(0, prefix.length)).toBe(prefix);
      expect(secret).toHaveLength(prefix.length + 49);
      const shown = secret.slice(0, prefix.length + 4);
      expect(display).toBe(`${shown}…${secret.slice(-4)}`);
      const shaped = secrets.map(([, other]) => isShaped(other.secret));
      expect(shaped.filter(Boolean)).toHaveLength(1);
      expect(isShaped(secret)).toBe(true);
    }
  });

  it('of an admin that were created elsewhere are described alike, if they have the format', async () => {
    const created = await createAdminSecret();
    expect(await describeAdminSecret(created.secret)).toEqual(created);
    expect(await describeAdminSecret((await createKeySecret()).secret)).toBeUndefined();
  });
});

describe('encodeBase62', () => {
  it.each([
    [0n, 3, '000'],
    [9n, 1, '9'],
    [10n, 1, 'A'],
    [35n, 1, 'Z'],
    [36n, 1, 'a'],
    [61n, 1, 'z'],
    [62n, 2, '10'],
    [62n ** 3n - 1n, 2, 'zzz'],
  ])('writes %i in at least %i digits as %s', (value, length, text) => {
    expect(encodeBase62(value, length)).toBe(text);
  });
});
