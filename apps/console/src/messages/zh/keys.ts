/** 页面 `keys` 的文字。 */
import type { Messages } from '../../i18n/messages.ts';

export const keys: Messages['keys'] = {};
