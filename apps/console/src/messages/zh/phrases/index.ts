/** 不由控制台自己书写的文字的中文。 */
import type { Phrases } from '../../../i18n/phrases.ts';
import { clientTexts } from './clients.ts';
import { errorTexts } from './errors.ts';
import { fieldTexts } from './fields.ts';
import { gatewayTexts } from './gateway.ts';

export const phrases: Phrases = {
  texts: { ...clientTexts, ...gatewayTexts, ...fieldTexts },
  errors: errorTexts,
};
