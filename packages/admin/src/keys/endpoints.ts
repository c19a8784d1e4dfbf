/** The endpoints below `/admin/v1/keys`. */
import {
  defineDeletion,
  defineEndpoint,
  definePagedList,
  type AdminEndpoint,
} from '../shared/endpoint.ts';
import { createdKeyView, keyChanges, keyView, newKey, rotation } from './key.ts';
import { changeKey, createKey, deleteKey, keyQuery, listKeys, readKey, rotateKey } from './keys.ts';

export const keyEndpoints: readonly AdminEndpoint[] = [
  definePagedList({
    method: 'GET',
    path: '/keys',
    summary: 'List keys, newest first',
    query: keyQuery,
    response: keyView,
    run: ({ operator, query }) => listKeys(operator, query),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/keys',
    summary: 'Create a key; only this response contains its secret',
    body: newKey,
    example: {
      name: 'laptop',
      groups: ['default'],
      limits: { quota: { amount: '20', reset: 'month' }, requests_per_minute: 60 },
    },
    response: createdKeyView,
    status: 201,
    run: ({ operator, body }) => createKey(operator, body),
  }),
  defineEndpoint({
    method: 'GET',
    path: '/keys/:id',
    summary: 'Get a key with its limits and its usage',
    response: keyView,
    run: ({ operator, id }) => readKey(operator, id),
  }),
  defineEndpoint({
    method: 'PATCH',
    path: '/keys/:id',
    summary: 'Change a key, such as its limits, or disable it',
    body: keyChanges,
    example: { limits: { quota: { amount: '50', reset: 'month' } }, expires_at: null },
    response: keyView,
    run: ({ operator, id, body }) => changeKey(operator, id, body),
  }),
  defineDeletion({
    method: 'DELETE',
    path: '/keys/:id',
    summary: 'Delete a key; its exchanges and ledger entries are kept',
    run: ({ operator, id }) => deleteKey(operator, id),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/keys/:id/rotations',
    changes: '/keys/:id',
    summary: 'Replace the secret of a key; the old secret may keep working for a time',
    description: 'With an overlap of 0 seconds the old secret stops working immediately.',
    body: rotation,
    example: { overlap_seconds: 3_600 },
    response: createdKeyView,
    status: 201,
    run: ({ operator, id, body }) => rotateKey(operator, id, body),
  }),
];
