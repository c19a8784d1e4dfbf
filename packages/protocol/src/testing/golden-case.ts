// Reads a case of the folder `golden`, for its test and the script that updates it.
import * as z from 'zod';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dialectIds, type DialectId } from '../canonical/dialect.ts';
import { parseJson } from '../json/parse.ts';
import { isJsonObject, type JsonObject } from '../json/value.ts';

/** The golden matrix: one folder for each case. */
const home = fileURLToPath(new URL('../../golden/', import.meta.url));

export const caseKinds = ['request', 'reply', 'stream', 'second-turn', 'error'] as const;
export type CaseKind = (typeof caseKinds)[number];

const sourceName = new RegExp(
  `^source\\.(?<dialect>${dialectIds.join('|')})\\.(?<kind>${caseKinds.join('|')})\\.(?:json|sse)$`,
);

const dialect = z.enum(dialectIds);
const body = z.custom<JsonObject>(isJsonObject);

/** The schema of `facts.json`; a case without it uses the defaults of `golden.ts`. */
const factsShape = z.strictObject({
  /** The upstream model that a request is encoded for, by dialect. */
  models: z.partialRecord(dialect, z.string()).optional(),
  /** The vendor that runs the upstream, if it did not define the format. */
  vendor: z.string().optional(),
  /** The request of a reply, for replies that depend on its tools. */
  request: z.strictObject({ dialect, body }).optional(),
  /** The results that the client of the second turn returns for the calls, in order. */
  results: z.array(z.string()).optional(),
});
export type CaseFacts = z.infer<typeof factsShape>;

/** One input of the golden matrix. */
export interface GoldenCase {
  readonly name: string;
  readonly dialect: DialectId;
  readonly kind: CaseKind;
  /** The text of the source file. */
  readonly source: string;
  readonly facts: CaseFacts;
}

export function listCases(): string[] {
  return readdirSync(home).sort();
}

/** @throws Error if the folder contains no source, or more than one */
export function readCase(name: string): GoldenCase {
  const sources = filesOf(name).flatMap((file) => {
    const match = sourceName.exec(file)?.groups;
    return match === undefined ? [] : [{ file, match }];
  });
  const [source, ...others] = sources;
  if (source === undefined || others.length > 0) {
    throw new Error(`golden/${name} needs one file source.<dialect>.<kind>.json (or .sse).`);
  }
  return {
    name,
    dialect: dialect.parse(source.match['dialect']),
    kind: z.enum(caseKinds).parse(source.match['kind']),
    source: readFileSync(`${home}${name}/${source.file}`, 'utf8'),
    facts: readFacts(name),
  };
}

function readFacts(name: string): CaseFacts {
  const path = `${home}${name}/facts.json`;
  return existsSync(path) ? factsShape.parse(parseJson(readFileSync(path, 'utf8'))) : {};
}

function filesOf(name: string): string[] {
  return readdirSync(home + name);
}

/** The results of a case on disk, by file name. */
export function readResults(name: string): Map<string, string> {
  const results = filesOf(name).filter((file) => !isInput(file));
  return new Map(results.map((file) => [file, readFileSync(`${home}${name}/${file}`, 'utf8')]));
}

/** Replaces the results of a case on disk. */
export function writeResults(name: string, results: ReadonlyMap<string, string>): void {
  for (const file of readResults(name).keys()) rmSync(`${home}${name}/${file}`);
  mkdirSync(home + name, { recursive: true });
  for (const [file, text] of results) writeFileSync(`${home}${name}/${file}`, text);
}

function isInput(file: string): boolean {
  return file === 'facts.json' || file.startsWith('source.');
}
