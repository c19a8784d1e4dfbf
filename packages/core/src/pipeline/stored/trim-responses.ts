/** Keeps the stored responses of each key within `responses` of the configuration. */
import type { GatewayContext } from '../../context.ts';
import type { StoredResponse } from '../../store/index.ts';

/**
 * Deletes the oldest responses of a key that stores more than it may, after one was stored. A failure is logged; never
 * rejects.
 */
export async function trimResponses(
  gateway: GatewayContext,
  { keyId, responseLength }: Pick<StoredResponse, 'keyId' | 'responseLength'>,
): Promise<void> {
  if (responseLength === undefined) return;
  const { responses: most } = gateway.snapshot();
  if (!gateway.responseSpace.add(keyId, responseLength, most)) return;
  try {
    await gateway.store.trimResponses(keyId, most);
  } catch (cause) {
    const fields = { key_id: keyId, cause };
    gateway.log('error', 'The oldest responses of a key could not be deleted.', fields);
  }
}
