/** 页面 `usage` 的文字。 */
import type { Messages } from '../../i18n/messages.ts';

export const usage: Messages['usage'] = {};
