/** Every form of error that an upstream may send, with the echoed secrets in it; used by the tests of redaction. */
import type { EchoForm } from './form.ts';
import { httpForms, wholeForms } from './http-forms.ts';
import { streamForms } from './stream-forms.ts';

export const echoForms: readonly EchoForm[] = [...httpForms, ...wholeForms, ...streamForms];
