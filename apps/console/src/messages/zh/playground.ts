/** 页面 `playground` 的文字。 */
import type { Messages } from '../../i18n/messages.ts';

export const playground: Messages['playground'] = {};
