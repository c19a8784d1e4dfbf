/** Writes the results of every case in `golden`. */
import { listCases, readCase, writeResults } from '../src/testing/golden-case.ts';
import { translateCase } from '../src/testing/golden.ts';

for (const name of listCases()) writeResults(name, translateCase(readCase(name)));
