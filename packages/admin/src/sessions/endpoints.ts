/** The endpoint `/admin/v1/sign-in/tests`. */
import * as z from 'zod';
import { defineEndpoint, type AdminEndpoint } from '../shared/endpoint.ts';
import { runSignInTest, signInTestView } from './sign-in-test.ts';

export const signInEndpoints: readonly AdminEndpoint[] = [
  defineEndpoint({
    method: 'POST',
    path: '/sign-in/tests',
    summary: 'Test the OpenID provider of the configuration by reading its discovery document',
    description: 'Nobody is signed in. Whether the client secret is right shows only a sign-in.',
    body: z.strictObject({}),
    response: signInTestView,
    run: ({ operator }) => runSignInTest(operator),
  }),
];
