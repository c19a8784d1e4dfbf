import { describe, expect, it } from 'vitest';
import type { UpstreamConfiguration } from '../../configuration/schema.ts';
import { findProvider } from '../providers/providers.ts';
import { createUpstream } from '../routing/upstream.ts';
import { isOwnAddress } from './own-address.ts';

function isOwn(id: string, configured: Omit<UpstreamConfiguration, 'provider'> = {}): boolean {
  const provider = findProvider(id);
  if (provider === undefined) throw new Error(id);
  return isOwnAddress(createUpstream('u', { provider: id, ...configured }, provider));
}

describe('isOwnAddress', () => {
  it.each(['openai', 'anthropic', 'google', 'openrouter', 'ollama', 'demo'])(
    'takes the address that %s has by itself',
    (id) => {
      expect(isOwn(id)).toBe(true);
    },
  );

  it.each([
    ['https://api.openai.com/v1', true],
    ['https://api.openai.com:443/v2', true],
    ['http://api.openai.com/v1', false],
    ['https://eu.api.openai.com/v1', false],
    ['https://api.openai.com.example/v1', false],
    ['https://user@proxy.example/api.openai.com', false],
    ['http://127.0.0.1:8080/v1', false],
  ])('of OpenAI, %s: %s', (address, own) => {
    expect(isOwn('openai', { base_url: address })).toBe(own);
  });

  it('is not known of an upstream without a URL', () => {
    const provider = findProvider('openai');
    if (provider === undefined) throw new Error('There is no such provider.');
    expect(isOwnAddress({ name: 'u', provider, baseUrls: {} })).toBe(false);
  });

  it('requires all URLs to match', () => {
    const elsewhere = { 'openai-chat': 'https://proxy.example/v1' };
    const address = { 'openai-responses': 'https://api.openai.com/v1' };
    expect(isOwn('openai', { base_url: address })).toBe(true);
    expect(isOwn('openai', { base_url: { ...address, ...elsewhere } })).toBe(false);
  });

  it('ignores default URLs of self-hosted servers', () => {
    expect(isOwn('openai-compatible', { base_url: 'https://api.openai.com/v1' })).toBe(false);
  });

  it.each([
    'http://localhost:1234/v1',
    'http://ollama:11434/v1',
    'http://gpu.lan/v1',
    'http://vllm.models.svc.cluster.local/v1',
    'http://10.1.2.3/v1',
    'http://172.16.0.1/v1',
    'http://172.31.255.255/v1',
    'http://192.168.1.9:8000/v1',
    'http://100.64.0.1/v1',
    'http://100.127.1.1/v1',
    'http://[::1]:8000/v1',
    'http://[fd00::1]/v1',
    'http://[fe80::1]/v1',
  ])('believes that people run what is at %s', (address) => {
    expect(isOwn('vllm', { base_url: address })).toBe(true);
  });

  it.each([
    'https://rented.example/v1',
    'https://8.8.8.8/v1',
    'http://172.15.0.1/v1',
    'http://172.32.0.1/v1',
    'http://192.169.1.1/v1',
    'http://100.63.0.1/v1',
    'http://100.128.0.1/v1',
    'http://10.1.2.3.example/v1',
    'http://[2001:db8::1]/v1',
    'http://[fec0::1]/v1',
    'http://local.example/v1',
  ])('does not believe it of %s', (address) => {
    expect(isOwn('vllm', { base_url: address })).toBe(false);
  });
});
