import { describe, expect, it, onTestFinished } from 'vitest';
import { createAdminHarness, type AdminHarness } from '../testing/admin-harness.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';

const secret = `whsec_${btoa('a secret of thirty-two bytes, ok')}`;

async function open(userinfo = ''): Promise<{
  readonly harness: AdminHarness;
  readonly receiver: WebhookReceiver;
}> {
  const receiver = await openWebhookReceiver();
  const url = receiver.url.replace('//', `//${userinfo}`);
  const alerts = { webhooks: { ops: { url, secret } } };
  const harness = await createAdminHarness({ configuration: { alerts } });
  onTestFinished(() => harness.testGateway.close());
  return { harness, receiver };
}

const test = (harness: AdminHarness, name: string, as?: string) =>
  harness.call('POST', `/webhooks/${name}/tests`, { body: {}, ...(as && { secret: as }) });

describe('the test of a webhook', () => {
  it('sends a signed message, and is recorded in the audit log', async () => {
    const { harness, receiver } = await open();
    const { status, body } = await test(harness, 'ops');
    expect([status, body]).toEqual([
      200,
      { object: 'webhook.test', webhook: 'ops', ok: true, message: null },
    ]);
    expect(receiver.messages).toHaveLength(1);
    expect(JSON.parse(receiver.messages[0]?.text ?? '')).toMatchObject({ type: 'test' });
    expect(receiver.messages[0]?.headers['webhook-signature']).toMatch(/^v1,/);
    const log = await harness.call('GET', '/audit?action=webhook.test');
    expect(log.body).toMatchObject({ data: [{ subject_id: 'ops', detail: { ok: true } }] });
  });

  it('sends the user and the password of the URL as a header', async () => {
    const { harness, receiver } = await open('me:secret@');
    await test(harness, 'ops');
    expect(receiver.messages[0]?.headers.authorization).toBe(`Basic ${btoa('me:secret')}`);
  });

  it('says why the receiver did not take it, without the URL', async () => {
    const { harness, receiver } = await open();
    receiver.statuses.push(404);
    const { text, body } = await test(harness, 'ops');
    expect(body).toMatchObject({ ok: false, message: 'status 404' });
    expect(text).not.toContain(receiver.url);
  });

  it('is refused for a name that is not configured, and for viewers', async () => {
    const { harness, receiver } = await open();
    expect((await test(harness, 'constructor')).status).toBe(404);
    expect((await test(harness, 'ops', await harness.addToken('viewer'))).status).toBe(403);
    expect(receiver.messages).toEqual([]);
  });
});
