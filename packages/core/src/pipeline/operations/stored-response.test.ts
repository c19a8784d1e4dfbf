import { afterEach, describe, expect, it } from 'vitest';
import { setStage, type Stage, type StageSettings } from '../../testing/stage.ts';
import { callName } from '../../testing/stage.ts';

const stages: Stage[] = [];
afterEach(async () => {
  for (const stage of stages.splice(0)) await stage.close();
});

const secretKey = '1'.repeat(64);

async function arrange(options: StageSettings['options']): Promise<Stage> {
  const stage = await setStage({ formats: ['responses'], options });
  stages.push(stage);
  return stage;
}

/** Stores one response. Returns its id and what the store has of it. */
async function keepOne({ post, store }: Stage) {
  const response = await post('/v1/responses', { model: callName, input: 'my private question' });
  const { id } = (await response.json()) as { id: string };
  const stored = await store.findResponse('key_1', id);
  if (stored === undefined) throw new Error('Nothing was stored.');
  return { id, stored };
}

function readInput({ gateway }: Stage, id: string, secret: string): Promise<Response> {
  const headers = { authorization: `Bearer ${secret}` };
  const url = `http://parley.test/v1/responses/${id}/input_items`;
  return gateway.fetch(new Request(url, { headers }));
}

describe('a stored response', () => {
  it('is encrypted in the store, and its client reads and continues it', async () => {
    const stage = await arrange({ secretKey });
    const { id, stored } = await keepOne(stage);
    expect(stored.input).toMatch(/^v1\./);
    expect(stored.body).toMatch(/^v1\./);
    expect(await (await readInput(stage, id, stage.secret)).text()).toContain(
      'my private question',
    );
    const next = { model: callName, input: 'and then?', previous_response_id: id };
    expect((await stage.post('/v1/responses', next)).status).toBe(200);
    expect(stage.upstream.requests.at(-1)?.text).toContain('my private question');
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
    const stage = await arrange({ secretKey });
    const { id } = await keepOne(stage);
    for (const options of [{}, { secretKey: '2'.repeat(64) }]) {
      const other = await arrange({ ...options, store: stage.store });
      expect((await readInput(other, id, stage.secret)).status).toBe(404);
      expect(other.log.join()).toContain('cannot be decrypted');
    }
  });

  it('cannot be read as that of another key', async () => {
    const stage = await arrange({ secretKey });
    const { id, stored } = await keepOne(stage);
    const secret = await stage.addKey({ id: 'key_2' });
    await stage.store.saveResponse({ ...stored, keyId: 'key_2' });
    expect((await readInput(stage, id, secret)).status).toBe(404);
  });
});
