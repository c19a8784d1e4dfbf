import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '@parley/protocol';
import { sealedField, sealingPlace } from '../configuration/entities.ts';
import type { Sealer } from '../configuration/sealing.ts';
import type { EntityRecord } from '../store.ts';
import { maskedValue } from './entity-view.ts';
import { invalid } from './refusal.ts';
import { checkAddress } from './upstream-address.ts';

/**
 * Seals the credential of an upstream. One that is not spoken of stays, but it never follows the upstream
 * to another address or vendor.
 * @param previous what the store holds under this name
 * @throws GatewayError `invalid-request`
 */
export async function sealUpstream(
  { name, input }: { readonly name: string; readonly input: JsonObject },
  previous: EntityRecord | undefined,
  sealer: Sealer | undefined,
): Promise<JsonObject> {
  const { credential, ...rest } = input;
  checkAddress(rest['base_url']);
  checkHeaders(rest['headers']);
  const sealed =
    credential === undefined
      ? keepCredential(rest, previous)
      : await sealCredential(name, credential, sealer);
  return sealed === undefined ? rest : { ...rest, [sealedField]: sealed };
}

async function sealCredential(
  name: string,
  credential: JsonValue,
  sealer: Sealer | undefined,
): Promise<string | undefined> {
  if (typeof credential !== 'string') return undefined;
  if (sealer !== undefined) return sealer.seal(credential, sealingPlace(name));
  const message = 'Give Parley a secret key (PARLEY_SECRET_KEY) before it keeps credentials.';
  throw invalid(message, 'credential');
}

function keepCredential(
  input: JsonObject,
  previous: EntityRecord | undefined,
): JsonValue | undefined {
  const before = previous === undefined ? undefined : parseJson(previous.body);
  if (!isJsonObject(before)) return undefined;
  const isSame = ['base_url', 'provider'].every(
    (field) => JSON.stringify(before[field]) === JSON.stringify(input[field]),
  );
  return isSame ? before[sealedField] : undefined;
}

/** What was read here and is sent back would overwrite the real value. */
function checkHeaders(headers: JsonValue | undefined): void {
  if (!isJsonObject(headers)) return;
  const masked = Object.keys(headers).find((name) => headers[name] === maskedValue);
  if (masked === undefined) return;
  throw invalid('Send the real value; it is only hidden in answers.', `headers.${masked}`);
}
