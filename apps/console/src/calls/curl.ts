/** A call as a curl command. */
import type { CallRequest } from './run-call.ts';

/**
 * @param secret the shell expression of the credential, such as `$PARLEY_KEY`
 * @param headers others than those of every call
 */
export function writeCurl(
  { method, path, body }: CallRequest,
  secret: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(location.origin + path)}`,
    `-H "Authorization: Bearer ${secret}"`,
  ];
  for (const [name, value] of Object.entries(headers))
    parts.push(`-H ${quote(`${name}: ${value}`)}`);
  if (body !== undefined) parts.push(`-H 'Content-Type: application/json'`, `-d ${quote(body)}`);
  return parts.join(' \\\n  ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
