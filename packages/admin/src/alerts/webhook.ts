/**
 * Sends one alert to one webhook.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
import {
  readDestination,
  UpstreamConnectionError,
  type Clock,
  type UpstreamTransport,
  type WebhookConfiguration,
} from '@parley/core/extension';
import { formatTime } from '../shared/times.ts';
import type { Alert } from './alert.ts';

/** Milliseconds until the receiver must have answered; the specification recommends 15 to 30 seconds. */
const answerMs = 15_000;

/** What is needed to send an alert to a webhook. */
export interface WebhookSender {
  readonly transport: UpstreamTransport;
  readonly clock: Clock;
  /** Ends the wait for an answer early. */
  readonly signal?: AbortSignal;
}

/** How the receiver took a message. It is `gone` when it wants no more of them (410). */
export type WebhookOutcome =
  { readonly kind: 'taken' } | { readonly kind: 'failed' | 'gone'; readonly reason: string };

/** Never rejects. */
export async function sendAlert(
  { transport, clock, signal }: WebhookSender,
  webhook: WebhookConfiguration,
  alert: Alert,
): Promise<WebhookOutcome> {
  const body = writeBody(webhook, alert);
  const { url, authorization } = readDestination(webhook.url);
  const limit = AbortSignal.timeout(answerMs);
  try {
    const signed = await sign(webhook, {
      id: alert.id,
      seconds: Math.floor(clock.now() / 1_000),
      body,
    });
    const answer = await transport.send({
      method: 'POST',
      url,
      body,
      headers: { 'content-type': 'application/json', ...authorization, ...signed },
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
    });
    answer.body.cancel();
    return readOutcome(answer.status);
  } catch (error) {
    const isBroken = error instanceof UpstreamConnectionError;
    return { kind: 'failed', reason: isBroken ? 'the connection failed' : 'no answer in time' };
  }
}

/** Sends an alert of the type `test`, as an operator asks for. Never rejects. */
export function testWebhook(
  sender: WebhookSender,
  webhook: WebhookConfiguration,
): Promise<WebhookOutcome> {
  return sendAlert(sender, webhook, {
    id: `test:${crypto.randomUUID()}`,
    type: 'test',
    at: sender.clock.now(),
    subject: { kind: 'gateway', id: 'parley' },
    message: 'This is a test: the webhook works.',
    facts: {},
  });
}

function readOutcome(status: number): WebhookOutcome {
  if (status >= 200 && status < 300) return { kind: 'taken' };
  return { kind: status === 410 ? 'gone' : 'failed', reason: `status ${status}` };
}

function writeBody({ format }: WebhookConfiguration, alert: Alert): string {
  const { type, at, subject, message, facts } = alert;
  if (format === 'slack') return JSON.stringify({ text: `Parley: ${escapeForSlack(message)}` });
  const data = { message, subject_kind: subject.kind, subject_id: subject.id, ...facts };
  return JSON.stringify({ type, timestamp: formatTime(at), data });
}

/** @see https://docs.slack.dev/messaging/formatting-message-text#escaping */
function escapeForSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

interface SignedParts {
  readonly id: string;
  /** When it is sent, in seconds since 1970. */
  readonly seconds: number;
  readonly body: string;
}

async function sign(
  { format, secret }: WebhookConfiguration,
  { id, seconds, body }: SignedParts,
): Promise<Readonly<Record<string, string>>> {
  if (format !== 'standard' || secret === undefined) return {};
  const bytes = fromBase64(secret.slice('whsec_'.length));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' } as const;
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  const signed = new TextEncoder().encode(`${id}.${seconds}.${body}`);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${btoa(String.fromCharCode(...signature))}`,
  };
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
