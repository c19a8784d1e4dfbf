/** The entry for the child process of a driver's tests. */
export { runStoreProcess } from './child.ts';
