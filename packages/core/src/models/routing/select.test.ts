import type { DialectId } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { configurationSchema } from '../../configuration/schema.ts';
import { chooseDialect, orderTargets } from './select.ts';
import { createSnapshot } from './snapshot.ts';

/** Targets of one call name: `chat` and `other` use chat, `messages` uses messages. */
function targetsOf(priorities: Record<string, number>) {
  const upstreams = {
    chat: { provider: 'openai-compatible', base_url: 'http://a/v1' },
    other: { provider: 'openai-compatible', base_url: 'http://b/v1' },
    messages: { provider: 'anthropic-compatible', base_url: 'http://c' },
  };
  const targets = Object.entries(priorities).map(([upstream, priority]) => ({
    upstream,
    priority,
  }));
  const configuration = configurationSchema.parse({ upstreams, models: { m: { targets } } });
  return createSnapshot(configuration).groups.get('default')?.routes.get('m')?.targets ?? [];
}

function order(priorities: Record<string, number>, inbound: DialectId, sick: string[] = []) {
  const isAvailable = (upstream: string) => !sick.includes(upstream);
  return orderTargets(targetsOf(priorities), { inbound, isAvailable }).map(
    ({ upstream }) => upstream.name,
  );
}

describe('orderTargets', () => {
  it('puts unhealthy upstreams last and still keeps them', () => {
    expect(order({ chat: 0, other: 1 }, 'openai-chat', ['chat'])).toEqual(['other', 'chat']);
    expect(order({ chat: 1, other: 0 }, 'openai-chat', ['chat', 'other'])).toEqual([
      'other',
      'chat',
    ]);
  });

  it('follows the priority before the dialect', () => {
    expect(order({ chat: 2, messages: 1 }, 'openai-chat')).toEqual(['messages', 'chat']);
  });

  it('prefers the client’s dialect at equal priority, and then the configured order', () => {
    const equal = { chat: 0, other: 0, messages: 0 };
    expect(order(equal, 'anthropic-messages')).toEqual(['messages', 'chat', 'other']);
    expect(order({ messages: 0, other: 0, chat: 0 }, 'openai-chat')).toEqual([
      'other',
      'chat',
      'messages',
    ]);
  });
});

describe('chooseDialect', () => {
  const both = { 'openai-chat': 'http://a/v1', 'anthropic-messages': 'http://a' } as const;

  it('uses the client’s dialect where it is available', () => {
    expect(chooseDialect({ baseUrls: both }, 'anthropic-messages')).toBe('anthropic-messages');
    expect(chooseDialect({ baseUrls: both }, 'openai-chat')).toBe('openai-chat');
    expect(chooseDialect({ baseUrls: { 'openai-chat': 'x' } }, 'anthropic-messages')).toBe(
      'openai-chat',
    );
  });
});
