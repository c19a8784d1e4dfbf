import { toPage } from '../shared/page.ts';
import { page } from '../shared/schemas.ts';
import {
  changeUser,
  createUser,
  deleteUser,
  listUsers,
  newUser,
  userChanges,
  userView,
} from './users.ts';
import { one, paged, removal, type AdminEndpoint } from '../shared/endpoint.ts';

export const userEndpoints: readonly AdminEndpoint[] = [
  paged({
    method: 'GET',
    path: '/users',
    summary: 'List the people who sign in with a provider of identities, in the order of their ids',
    query: page,
    answer: userView,
    run: async ({ operator, query }) => toPage(await listUsers(operator, query), query.limit),
  }),
  one({
    method: 'POST',
    path: '/users',
    summary: 'Invite a person by e-mail address; nothing is sent',
    body: newUser,
    example: { email: 'ada@example.org', role: 'viewer' },
    answer: userView,
    status: 201,
    run: ({ operator, body }) => createUser(operator, body),
  }),
  one({
    method: 'PATCH',
    path: '/users/:id',
    summary: 'Change the role of a user, or disable or enable them; in force at once',
    body: userChanges,
    example: { role: 'admin' },
    answer: userView,
    run: ({ operator, id, body }) => changeUser(operator, id, body),
  }),
  removal({
    method: 'DELETE',
    path: '/users/:id',
    summary: 'Delete a user, who comes back only when invited or on the list',
    run: ({ operator, id }) => deleteUser(operator, id),
  }),
];
