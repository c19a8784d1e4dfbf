/** Actions on keys: disabling with undo, and bulk actions that report each failure. */
import { fetchClient, refresh, type View } from '../../api/client.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { useToast } from '../../ui/toast.tsx';

type Key = View<'Key'>;

export async function setDisabled({ id }: Pick<Key, 'id'>, disabled: boolean): Promise<void> {
  await fetchClient.PATCH('/admin/v1/keys/{id}', { params: { path: { id } }, body: { disabled } });
}

/** @throws ApiError with status 412 when somebody else has changed the key */
export async function deleteKey({ id, etag }: Pick<Key, 'id' | 'etag'>): Promise<void> {
  const params = { path: { id }, header: { 'if-match': etag } };
  await fetchClient.DELETE('/admin/v1/keys/{id}', { params });
}

/** Disables or enables a key and offers to undo it. */
export function useSwitchKey(): (key: Key) => Promise<void> {
  const { t, describeError } = useLanguage();
  const toast = useToast();
  return async (key) => {
    const turn = async (disabled: boolean) => {
      try {
        await setDisabled(key, disabled);
        return true;
      } catch (thrown) {
        toast(describeError(thrown));
        return false;
      } finally {
        await refresh('/admin/v1/keys');
      }
    };
    const disabled = !key.disabled;
    if (!(await turn(disabled))) return;
    toast(t(disabled ? 'keys.nowDisabled' : 'keys.nowEnabled', { name: key.name }), {
      label: t('shell.undo'),
      onClick: () => void turn(!disabled),
    });
  };
}

export interface Failure {
  readonly name: string;
  readonly error: unknown;
}

/**
 * Runs an action for many keys, one after another, and continues after a failure.
 * @param onProgress called with the number of finished keys
 */
export async function doToAll<Item extends { readonly name: string }>(
  items: readonly Item[],
  act: (item: Item) => Promise<void>,
  onProgress: (done: number) => void,
): Promise<readonly Failure[]> {
  const failures: Failure[] = [];
  for (const [index, item] of items.entries()) {
    try {
      await act(item);
    } catch (error) {
      failures.push({ name: item.name, error });
    }
    onProgress(index + 1);
  }
  return failures;
}
