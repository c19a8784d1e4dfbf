/** 页面 `providers` 的文字。 */
import type { Messages } from '../../i18n/messages.ts';

export const providers: Messages['providers'] = {};
