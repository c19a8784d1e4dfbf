/** 页面 `home` 的文字。 */
import type { Messages } from '../../i18n/messages.ts';

export const home: Messages['home'] = {};
