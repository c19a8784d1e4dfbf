import { expect, test } from 'vitest';
import { readAlerts } from './webhooks.ts';

test('alerts are off where the configuration has none', () => {
  expect(readAlerts([{ path: 'metrics', value: 'token' }])).toBeUndefined();
});

test('webhooks are read by name, also one with dots', () => {
  const settings = [
    { path: 'alerts.limits', value: [80, 100] },
    { path: 'alerts.expiry_days', value: 7 },
  ];
  expect(readAlerts(settings)).toEqual({ limits: [80, 100], expiryDays: 7, webhooks: [] });
  const webhooks = [
    { path: 'alerts.webhooks.ops.url', value: '***' },
    { path: 'alerts.webhooks.ops.format', value: 'standard' },
    { path: 'alerts.webhooks.team.chat.format', value: 'slack' },
    { path: 'alerts.webhooks.team.chat.types', value: ['limit.reached'] },
  ];
  expect(readAlerts([...settings, ...webhooks])?.webhooks).toEqual([
    { name: 'ops', format: 'standard', types: undefined },
    { name: 'team.chat', format: 'slack', types: ['limit.reached'] },
  ]);
});
