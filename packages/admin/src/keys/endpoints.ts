import { createdKeyView, keyChanges, keyView, newKey, rotation } from './key.ts';
import { changeKey, createKey, deleteKey, keyQuery, listKeys, readKey, rotateKey } from './keys.ts';
import { one, paged, removal, type AdminEndpoint } from '../shared/endpoint.ts';

export const keyEndpoints: readonly AdminEndpoint[] = [
  paged({
    method: 'GET',
    path: '/keys',
    summary: 'List keys in the order of their ids',
    query: keyQuery,
    answer: keyView,
    run: ({ operator, query }) => listKeys(operator, query),
  }),
  one({
    method: 'POST',
    path: '/keys',
    summary: 'Make a key; its secret is shown only in this answer',
    body: newKey,
    example: {
      name: 'laptop',
      groups: ['default'],
      limits: { quota: { amount: '20', reset: 'month' }, requests_per_minute: 60 },
    },
    answer: createdKeyView,
    status: 201,
    run: ({ operator, body }) => createKey(operator, body),
  }),
  one({
    method: 'GET',
    path: '/keys/:id',
    summary: 'Show a key with its limits and what it has used',
    answer: keyView,
    run: ({ operator, id }) => readKey(operator, id),
  }),
  one({
    method: 'PATCH',
    path: '/keys/:id',
    summary: 'Change a key, such as its limits, or disable it',
    body: keyChanges,
    example: { limits: { quota: { amount: '50', reset: 'month' } }, expires_at: null },
    answer: keyView,
    run: ({ operator, id, body }) => changeKey(operator, id, body),
  }),
  removal({
    method: 'DELETE',
    path: '/keys/:id',
    summary: 'Delete a key; what it did stays in the ledger',
    run: ({ operator, id }) => deleteKey(operator, id),
  }),
  one({
    method: 'POST',
    path: '/keys/:id/rotations',
    summary: 'Give a key another secret, while the old one may work on for a time',
    description: 'With an overlap of 0 the old secret ends at once.',
    body: rotation,
    example: { overlap_seconds: 3_600 },
    answer: createdKeyView,
    status: 201,
    run: ({ operator, id, body }) => rotateKey(operator, id, body),
  }),
];
