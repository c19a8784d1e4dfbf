/** Sample records for this suite and for the tests of drivers. */
export * from './time.ts';
export * from './keys.ts';
export * from './access.ts';
export * from './administration.ts';
export * from './exchanges.ts';
export * from './reservations.ts';
export * from './responses.ts';
