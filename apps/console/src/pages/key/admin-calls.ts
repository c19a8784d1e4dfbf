/** The actions of the page of a key as curl commands for the admin API. */
import type { View } from '../../api/client.ts';

/** Commands for a POSIX shell, with `$PARLEY_ADMIN_TOKEN` for the token. */
export function writeAdminCalls(
  origin: string,
  { id, name, groups, models, limits, ...rest }: View<'Key'>,
): string {
  const { allowed_from, denied_from, expires_at, disabled } = rest;
  const { quota, ...others } = limits;
  const changes = {
    name,
    groups,
    models,
    limits: { quota: quota && withoutNull(quota), ...others },
    allowed_from,
    denied_from,
    expires_at,
    disabled,
  };
  const address = `${origin}/admin/v1/keys/${id}`;
  return [
    writeCall('PATCH', address, changes),
    writeCall('POST', `${address}/rotations`, { overlap_seconds: 86_400 }),
    writeCall('DELETE', address),
  ].join('\n\n');
}

function writeCall(method: string, address: string, body?: object): string {
  return [
    `curl -X ${method} ${quote(address)}`,
    '-H "Authorization: Bearer $PARLEY_ADMIN_TOKEN"',
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ');
}

/** Inside single quotes a shell interprets only the single quote. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function withoutNull(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
