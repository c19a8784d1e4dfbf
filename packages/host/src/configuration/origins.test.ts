import { originKey } from '@parley/core';
import { describe, expect, it } from 'vitest';
import { loadConfiguration } from './load.ts';

const environment = { TEAM_KEY: 'secret-of-ours', GROQ_API_KEY: 'another', REGION: 'eu' };

const text = `upstreams:
  mine:
    provider: openai-compatible
    base_url: https://\${REGION}.host.example/v1
    credential: \${TEAM_KEY}
    headers: { x-team: research }
  other:
    provider: openai
    credential: file:secrets/openai
    models: &models
      - gpt-5
  third:
    provider: ollama
    models: *models
groups:
  default: { models: ['*'] }
prices:
  - match: mine/*
    free: true
  - { match: other/*, free: true }
`;

function load(written: string | undefined) {
  return loadConfiguration({
    environment,
    written:
      written === undefined
        ? undefined
        : { name: 'parley.yaml', text: written, readSecret: () => 'of-a-file' },
    discovered: { lmstudio: { provider: 'lmstudio' } },
  }).origins;
}

const find = (path: readonly PropertyKey[], written: string | undefined = text) =>
  load(written).places.get(originKey(path));

describe('the origin of a value', () => {
  it('is a line of the file', () => {
    expect(load(text).source).toBe('parley.yaml');
    expect(find(['upstreams', 'mine', 'provider'])).toEqual({ from: 'file', detail: 'line 3' });
    expect(find(['upstreams', 'mine', 'headers', 'x-team'])).toMatchObject({ detail: 'line 6' });
    expect(find(['groups', 'default', 'models'])).toMatchObject({ detail: 'line 16' });
    expect(find(['prices', 0])).toMatchObject({ detail: 'line 18' });
    expect(find(['prices', 1])).toMatchObject({ detail: 'line 20' });
  });

  it('is a variable that the file names', () => {
    expect(find(['upstreams', 'mine', 'credential'])).toEqual({
      from: 'environment',
      detail: 'TEAM_KEY, line 5',
    });
    expect(find(['upstreams', 'mine', 'base_url'])).toEqual({
      from: 'environment',
      detail: 'REGION, line 4',
    });
  });

  it('is a file that the file names', () => {
    expect(find(['upstreams', 'other', 'credential'])).toEqual({
      from: 'file',
      detail: 'line 9, file:secrets/openai',
    });
  });

  it('is the line of an alias', () => {
    expect(find(['upstreams', 'third', 'models'])).toMatchObject({ detail: 'line 14' });
  });

  it('is the environment or the machine for values that are not in the file', () => {
    for (const written of [undefined, text]) {
      expect(find(['upstreams', 'groq', 'credential'], written)).toEqual({
        from: 'environment',
        detail: 'GROQ_API_KEY',
      });
      expect(find(['upstreams', 'demo', 'provider'], written)).toEqual({
        from: 'default',
        detail: 'built in',
      });
      expect(find(['upstreams', 'lmstudio', 'provider'], written)).toEqual({
        from: 'default',
        detail: 'found on this machine',
      });
    }
    expect(load(undefined).source).toBeUndefined();
  });

  it('holds no secret', () => {
    expect(JSON.stringify([...load(text).places])).not.toMatch(/secret-of-ours|another|of-a-file/);
  });

  it('is absent for values that are not set', () => {
    expect(find(['groups', 'default', 'family'])).toBeUndefined();
  });
});
