/** The call of a side as code that others can run. */
import { snippetFor } from '@parley/clients';
import { useState } from 'react';
import { useLanguage } from '../../i18n/provider.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { SelectField } from '../../ui/field.tsx';
import { readObject } from './prompt.ts';
import type { Side } from './use-side.ts';

const languages = { curl: 'curl', typescript: 'TypeScript', python: 'Python' } as const;
type Language = keyof typeof languages;

export function Snippet({ side: { dialect, model, isStreamed, body } }: { readonly side: Side }) {
  const { t } = useLanguage();
  const [language, setLanguage] = useState<Language>('curl');
  const parsed = readObject(body);
  if (parsed === null) return <p className="text-muted">{t('playground.notJson')}</p>;
  const request = { model, stream: isStreamed, body: parsed };
  const call = { dialect, url: location.origin, key: 'sk-parley-…', request };
  const { code, install } = snippetFor({ ...call, language });
  return (
    <div className="flex flex-col gap-3">
      <SelectField
        label={t('playground.code')}
        value={language}
        onChange={(event) => setLanguage(event.currentTarget.value as Language)}
      >
        {Object.entries(languages).map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {install !== undefined && <CodeBlock label={install} code={install} />}
      <CodeBlock label={languages[language]} code={code} />
    </div>
  );
}
