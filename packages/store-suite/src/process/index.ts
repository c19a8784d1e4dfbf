export { runStoreProcess } from './child.ts';
