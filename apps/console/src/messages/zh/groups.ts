/** 页面 `groups` 的文字。 */
import type { Messages } from '../../i18n/messages.ts';

export const groups: Messages['groups'] = {};
