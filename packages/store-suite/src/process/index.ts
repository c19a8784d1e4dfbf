/** The entry for the child process of a driver's tests. */
export { runStoreProcess, type OpenStore } from './child.ts';
