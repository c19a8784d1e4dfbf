/** Runs Parley on Bun. */
import './start-variables.ts';

// Loaded only now: the line above may have replaced the process.
await import('./start.ts');
