/** Keeps the keys that `parley env` and `parley run` created, so that a client gets the same one all day. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const fileName = 'client-keys.json';

const keptKey = z.object({ secret: z.string(), expires_at: z.iso.datetime() });
const keptKeys = z.record(z.string(), keptKey);

export type KeptKey = z.infer<typeof keptKey>;

/** The key of a client if it is valid for at least that long, in milliseconds. */
export function readClientKey(
  dataFolder: string,
  client: string,
  leastMs: number,
): string | undefined {
  const kept = readKeys(dataFolder)[client];
  const isLong = kept !== undefined && Date.parse(kept.expires_at) - Date.now() >= leastMs;
  return isLong ? kept.secret : undefined;
}

/** Only the owner of the data folder can read the file. */
export function keepClientKey(dataFolder: string, client: string, key: KeptKey): void {
  const valid = Object.entries(readKeys(dataFolder)).filter(
    ([, { expires_at }]) => Date.parse(expires_at) > Date.now(),
  );
  const keys = { ...Object.fromEntries(valid), [client]: key };
  writeFileSync(join(dataFolder, fileName), JSON.stringify(keys), { mode: 0o600 });
}

/** None when there is no file, or it is damaged. */
function readKeys(dataFolder: string): Readonly<Record<string, KeptKey>> {
  try {
    const text = readFileSync(join(dataFolder, fileName), 'utf8');
    return keptKeys.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}
