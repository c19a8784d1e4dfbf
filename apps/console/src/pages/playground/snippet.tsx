/** The call of a side as code. */
import { writeCurl } from '../../calls/curl.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { pathOf } from './bodies.ts';
import type { Side } from './use-side.ts';

export function Snippet({ side: { dialect, model, isStreamed, body } }: { readonly side: Side }) {
  const { t } = useLanguage();
  const path = pathOf(dialect, model, isStreamed);
  const request = { method: 'POST', path, headers: {}, body };
  return <CodeBlock label={t('playground.code')} code={writeCurl(request, '$PARLEY_KEY')} />;
}
