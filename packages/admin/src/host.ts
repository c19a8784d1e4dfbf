/**
 * What a host needs of the admin package. It is an entry of its own, because bundlers put everything that the main entry
 * exports beside whatever imports it; the endpoints are loaded when they are first needed.
 */
export { createAdmin, type AdminOptions } from './admin.ts';
export { createSignInLink } from './sessions/sign-in.ts';
