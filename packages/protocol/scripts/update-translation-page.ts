/** Writes `docs/translation.md`. */
import { writeFileSync } from 'node:fs';
import { writePairPage } from '../src/testing/pair-page.ts';

writeFileSync(new URL('../../../docs/translation.md', import.meta.url), writePairPage());
