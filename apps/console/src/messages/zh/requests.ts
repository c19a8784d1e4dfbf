/** 页面 `requests` 的文字。 */
import type { Messages } from '../../i18n/messages.ts';

export const requests: Messages['requests'] = {};
