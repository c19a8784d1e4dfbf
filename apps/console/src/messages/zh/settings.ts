/** 页面 `settings` 的文字。 */
import type { Messages } from '../../i18n/messages.ts';

export const settings: Messages['settings'] = {};
