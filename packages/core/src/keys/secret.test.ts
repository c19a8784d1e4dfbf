import { describe, expect, it } from 'vitest';
import {
  crc32,
  createAdminSecret,
  createKeySecret,
  hashSecret,
  isAdminShaped,
  isKeyShaped,
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
