/** 页面 `reference` 的文字。 */
import type { Messages } from '../../i18n/messages.ts';

export const reference: Messages['reference'] = {};
