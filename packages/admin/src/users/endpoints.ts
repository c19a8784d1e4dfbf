/** The endpoints below `/admin/v1/users` and `/admin/v1/tokens`: who may administer the gateway. */
import {
  defineDeletion,
  defineEndpoint,
  defineList,
  definePagedList,
  type AdminEndpoint,
} from '../shared/endpoint.ts';
import { page } from '../shared/page.ts';
import {
  adminTokenView,
  createAdminToken,
  createdAdminTokenView,
  deleteAdminToken,
  listAdminTokens,
  newAdminToken,
} from './admin-tokens.ts';
import {
  changeUser,
  createUser,
  deleteUser,
  listUsers,
  newUser,
  userChanges,
  userView,
} from './users.ts';

export const userEndpoints: readonly AdminEndpoint[] = [
  definePagedList({
    method: 'GET',
    path: '/users',
    summary: 'List the users who sign in by OpenID Connect, in the order of their ids',
    query: page,
    response: userView,
    run: ({ operator, query }) => listUsers(operator, query),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/users',
    summary: 'Invite a user by e-mail address; no e-mail is sent',
    body: newUser,
    example: { email: 'ada@example.org', role: 'viewer' },
    response: userView,
    status: 201,
    run: ({ operator, body }) => createUser(operator, body),
  }),
  defineEndpoint({
    method: 'PATCH',
    path: '/users/:id',
    summary: 'Change the role of a user, or disable or enable the user; effective immediately',
    body: userChanges,
    example: { role: 'admin' },
    response: userView,
    run: ({ operator, id, body }) => changeUser(operator, id, body),
  }),
  defineDeletion({
    method: 'DELETE',
    path: '/users/:id',
    summary: 'Delete a user, who can sign in again only if invited or allowed by the configuration',
    run: ({ operator, id }) => deleteUser(operator, id),
  }),
  defineList({
    method: 'GET',
    path: '/tokens',
    summary: 'List admin tokens',
    response: adminTokenView,
    run: ({ operator }) => listAdminTokens(operator),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/tokens',
    summary: 'Create an admin token; only this response contains its secret',
    body: newAdminToken,
    example: { name: 'dashboard', role: 'viewer' },
    response: createdAdminTokenView,
    status: 201,
    run: ({ operator, body }) => createAdminToken(operator, body),
  }),
  defineDeletion({
    method: 'DELETE',
    path: '/tokens/:id',
    summary: 'Delete an admin token',
    run: ({ operator, id }) => deleteAdminToken(operator, id),
  }),
];
