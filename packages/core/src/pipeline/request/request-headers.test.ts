import { codecOf } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { forwardHeaders, noteLostHeaders, readSession } from './request-headers.ts';

describe('readSession', () => {
  it.each([
    [{}, undefined],
    [{ 'x-session-affinity': 'a' }, 'a'],
    [{ 'x-session-id': 'b' }, 'b'],
    [{ 'session-id': 'c' }, 'c'],
    [{ 'x-session-affinity': 'a', 'x-session-id': 'b', 'session-id': 'c' }, 'a'],
    [{ 'x-session-affinity': '', 'session-id': 'c' }, 'c'],
    [{ 'x-session-id': '' }, undefined],
  ])('of %j is %s', (headers, session) => {
    expect(readSession(new Request('http://parley.test/', { headers }))).toBe(session);
  });
});

describe('forwardHeaders', () => {
  it('forwards the version and the betas, and nothing else', () => {
    const request = new Request('http://parley.test/', {
      headers: {
        'anthropic-version': '2026-10-21',
        'anthropic-beta': 'a,b',
        cookie: 'c=1',
        authorization: 'Bearer x',
        'x-forwarded-for': '192.0.2.1',
        'x-original-url': '/admin',
      },
    });
    expect(forwardHeaders(request, codecOf('openai-chat').wire)).toBeUndefined();
    expect(forwardHeaders(request, codecOf('anthropic-messages').wire)).toEqual({
      'anthropic-version': '2026-10-21',
      'anthropic-beta': 'a,b',
    });
  });
});

describe('noteLostHeaders', () => {
  it('names the betas that no other format has, and not the version', () => {
    const headers = { 'anthropic-version': '2023-06-01', 'anthropic-beta': 'a,b', cookie: 'c=1' };
    const request = new Request('http://parley.test/', { headers });
    expect(noteLostHeaders(request, codecOf('anthropic-messages'))).toEqual([
      {
        path: 'anthropic-beta',
        action: 'dropped',
        reason: 'Only the anthropic-messages format has this header.',
      },
    ]);
    expect(noteLostHeaders(request, codecOf('openai-chat'))).toEqual([]);
  });
});
