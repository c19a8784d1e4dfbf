/** An account of the admin API, and how the dialogs of accounts read their forms. */
import type { View } from '../../api/client.ts';

export type Account = View<'Account'>;

/** The trimmed text of a field; empty when the form has no such field. */
export function readFormText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
