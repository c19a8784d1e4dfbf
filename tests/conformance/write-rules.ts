// Writes `rules/specification.json` from `docs/specification.md`:
//   node --conditions=parley-source tests/conformance/write-rules.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { readSpecification } from './rules/read-specification.ts';

const page = new URL('../../docs/specification.md', import.meta.url);
const data = new URL('rules/specification.json', import.meta.url);

const rules = readSpecification(readFileSync(page, 'utf8'));
// Formatted as prettier does: short lists on one line.
const text = JSON.stringify(rules, null, 2).replaceAll(
  /\[\s+("[^\]{]*")\s+\]/g,
  (_, items: string) => `[${items.replaceAll(/\s+/g, ' ')}]`,
);
writeFileSync(data, `${text}\n`);
process.stdout.write(`${rules.length} rules\n`);
