import { describe, expect, it } from 'vitest';
import { requestedServices } from './requested-services.ts';

describe('the services', () => {
  it.each([
    [{}, undefined],
    [{ serviceTier: 'auto' }, undefined],
    [{ serviceTier: 'flex' }, ['flex']],
    [{ services: ['fast'] }, ['fast']],
    [{ serviceTier: 'batch', services: ['us'] }, ['batch', 'us']],
  ])('that a request asks for with %j are %j', (asked, services) => {
    const request = { model: 'm', stream: false, includeUsage: false, turns: [], tools: [] };
    expect(requestedServices({ ...request, sampling: {}, ...asked })).toEqual(services);
  });
});
