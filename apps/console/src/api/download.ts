/** Saves files: responses of the gateway, for which a plain link could not send the session's header, and others. */
import { visitorHeaders } from './client.ts';
import { createUnreachableError, readApiError } from './errors.ts';

export type Query = Readonly<Record<string, string | undefined>>;

/** @throws ApiError when the gateway responds with an error, or not at all */
export async function downloadCsv(path: string, query: Query, name: string): Promise<void> {
  const response = await fetch(withQuery(path, { ...query, format: 'csv' }), {
    headers: visitorHeaders(),
  }).catch((cause: unknown) => {
    throw createUnreachableError(cause);
  });
  if (!response.ok) throw await readApiError(response);
  saveFile(name, await response.blob());
}

/** Saves a file on the visitor's machine. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file after the click; a minute is enough.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A path with its query; absent parameters are left out. */
export function withQuery(path: string, query: Query): string {
  const present = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const text = new URLSearchParams(present).toString();
  return text === '' ? path : `${path}?${text}`;
}
