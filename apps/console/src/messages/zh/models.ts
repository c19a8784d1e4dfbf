/** 页面 `models` 的文字。 */
import type { Messages } from '../../i18n/messages.ts';

export const models: Messages['models'] = {};
