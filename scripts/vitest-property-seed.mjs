// Sets the seed of property tests: a fixed one in continuous integration, so that a change fails only for what it did.
import * as fc from 'fast-check';

/** `PARLEY_PROPERTY_SEED=<integer>` repeats a run; `random` draws a seed, which is the default outside of CI. */
const chosen = process.env['PARLEY_PROPERTY_SEED'] ?? (process.env['CI'] ? '1' : 'random');
if (chosen !== 'random') fc.configureGlobal({ seed: Number(chosen) });
