/** 页面 `setup` 的文字。 */
import type { Messages } from '../../i18n/messages.ts';

export const setup: Messages['setup'] = {};
