import { describe, expect, it } from 'vitest';
import { createSecretCipher, readSecretKeys } from '../../configuration/encryption.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import {
  callName,
  type TestGateway,
  type TestGatewaySettings,
} from '../../testing/test-gateway.ts';

const secretKey = '1'.repeat(64);

function arrange(options: TestGatewaySettings['options']): Promise<TestGateway> {
  return openTestGateway({ formats: ['responses'], options });
}

/** Stores one response. Returns its id and what the store has of it. */
async function keepOne({ post, store }: TestGateway) {
  const response = await post('/v1/responses', { model: callName, input: 'my private question' });
  const { id } = (await response.json()) as { id: string };
  const stored = await store.findResponse('key_1', id);
  if (stored === undefined) throw new Error('Nothing was stored.');
  return { id, stored };
}

function readInput({ gateway }: TestGateway, id: string, secret: string): Promise<Response> {
  const headers = { authorization: `Bearer ${secret}` };
  const url = `http://parley.test/v1/responses/${id}/input_items`;
  return gateway.fetch(new Request(url, { headers }));
}

describe('a stored response', () => {
  it('is encrypted in the store, and its client reads and continues it', async () => {
    const testGateway = await arrange({ secretKey });
    const { id, stored } = await keepOne(testGateway);
    expect(stored.input).toMatch(/^v1\./);
    expect(stored.body).toMatch(/^v1\./);
    expect(await (await readInput(testGateway, id, testGateway.secret)).text()).toContain(
      'my private question',
    );
    const next = { model: callName, input: 'and then?', previous_response_id: id };
    expect((await testGateway.post('/v1/responses', next)).status).toBe(200);
    expect(testGateway.upstream.requests.at(-1)?.text).toContain('my private question');
  });

  it('can be read by later versions, which know what it was encrypted for', async () => {
    const { id, stored } = await keepOne(await arrange({ secretKey }));
    const cipher = createSecretCipher(readSecretKeys(secretKey));
    for (const field of ['input', 'body'] as const) {
      const context = JSON.stringify(['response', 'key_1', id, field]);
      expect(await cipher.decrypt(stored[field], context)).toMatch(/^[{[]/);
    }
  });

  it('that the store does not take is answered, and that is logged', async () => {
    const { post, store, log } = await arrange({});
    store.saveResponse = () => Promise.reject(new Error('The disk is full.'));
    const response = await post('/v1/responses', { model: callName, input: 'Hi' });
    expect(response.status).toBe(200);
    const lines = log.map((line) => JSON.parse(line) as { level: string; message: string });
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'A response could not be stored.' }),
    );
  });

  it('of an earlier version, which did not encrypt, is still read', async () => {
    const before = await arrange({});
    const { id, stored } = await keepOne(before);
    expect(stored.input).toContain('my private question');
    const after = await arrange({ secretKey, store: before.store });
    const read = await readInput(after, id, before.secret);
    expect(await read.text()).toContain('my private question');
  });

  it('is not there for a host with another secret key or none, and that is logged', async () => {
    const testGateway = await arrange({ secretKey });
    const { id } = await keepOne(testGateway);
    for (const options of [{}, { secretKey: '2'.repeat(64) }]) {
      const other = await arrange({ ...options, store: testGateway.store });
      expect((await readInput(other, id, testGateway.secret)).status).toBe(404);
      const line = other.log.find((one) => one.includes('cannot be decrypted')) ?? '{}';
      expect(JSON.parse(line)).toMatchObject({
        ...{ level: 'warn', response_id: id, key_id: 'key_1' },
        message: 'A stored response cannot be decrypted with the secret key of this host.',
      });
    }
  });

  it('cannot be read as that of another key', async () => {
    const testGateway = await arrange({ secretKey });
    const { id, stored } = await keepOne(testGateway);
    const secret = await testGateway.addKey({ id: 'key_2' });
    await testGateway.store.saveResponse({ ...stored, keyId: 'key_2' });
    expect((await readInput(testGateway, id, secret)).status).toBe(404);
  });
});
