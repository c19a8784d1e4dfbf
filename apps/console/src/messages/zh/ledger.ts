/** 页面 `ledger` 的文字。 */
import type { Messages } from '../../i18n/messages.ts';

export const ledger: Messages['ledger'] = {};
