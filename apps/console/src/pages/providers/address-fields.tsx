/** The fields for the base URLs of an upstream and the formats that it is called in. */
import { isDraft, textOf } from '../../configuration/draft.ts';
import type { DraftForm } from '../../configuration/entity-editor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { dialectNames, dialects, type Dialect } from '../../routing/dialects.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { exampleOf, joinAddresses, nameOf, splitAddress, usesOwnAddresses } from './addresses.ts';
import type { Provider } from './upstream-facts.ts';

/** The choice of a base URL for each format; all others are formats, or empty. */
const eachFormat = 'each';

export function AddressFields({
  form,
  provider,
}: {
  readonly form: DraftForm;
  readonly provider: Provider | undefined;
}) {
  const { t } = useLanguage();
  const { draft, set, errorOf } = form;
  const { base_url: baseUrl, dialect } = draft;
  const formatsOf = (only: string) => (only === '' ? (provider?.base_url_dialects ?? []) : [only]);
  const choose = (choice: string) => {
    const isEach = choice === eachFormat;
    set('dialect', isEach ? '' : choice);
    set(
      'base_url',
      isEach
        ? splitAddress(baseUrl, formatsOf(textOf(dialect)))
        : joinAddresses(baseUrl, formatsOf(choice)),
    );
  };
  return (
    <>
      {isDraft(baseUrl) ? (
        <FormatAddresses form={form} addresses={baseUrl} provider={provider} />
      ) : (
        <OneAddress form={form} provider={provider} />
      )}
      <SelectField
        label={t('providers.dialect')}
        hint={t('providers.dialectHint')}
        value={isDraft(baseUrl) && dialect === undefined ? eachFormat : textOf(dialect)}
        onChange={(event) => choose(event.currentTarget.value)}
        error={errorOf('dialect')}
      >
        <option value="">
          {usesOwnAddresses(provider, baseUrl)
            ? t('providers.anyDialect')
            : formatsOf('').map(nameOf).join(', ')}
        </option>
        {dialects.map((each) => (
          <option key={each} value={each}>
            {t('providers.onlyDialect', { dialect: dialectNames[each] })}
          </option>
        ))}
        <option value={eachFormat}>{t('providers.eachDialect')}</option>
      </SelectField>
    </>
  );
}

interface AddressProps {
  readonly form: DraftForm;
  readonly provider: Provider | undefined;
}

function OneAddress({ form: { draft, set, errorOf }, provider }: AddressProps) {
  const { t } = useLanguage();
  const example = exampleOf(provider, draft['dialect']);
  const isOptional = usesOwnAddresses(provider, undefined);
  return (
    <TextField
      type="url"
      label={t('providers.address')}
      hint={t(isOptional ? 'providers.addressHint' : 'providers.addressNeeded', { example })}
      placeholder={example}
      value={textOf(draft['base_url'])}
      onInput={(event) => set('base_url', event.currentTarget.value)}
      error={errorOf('base_url', true)}
      spellCheck={false}
    />
  );
}

function FormatAddresses({
  form: { set, errorOf },
  addresses,
  provider,
}: AddressProps & { readonly addresses: Readonly<Record<string, unknown>> }) {
  const { t } = useLanguage();
  const write = (dialect: Dialect, address: string) => {
    const { [dialect]: _, ...others } = addresses;
    set('base_url', address === '' ? others : { ...addresses, [dialect]: address });
  };
  return dialects.map((dialect, index) => (
    <TextField
      key={dialect}
      type="url"
      label={t('providers.addressOf', { dialect: dialectNames[dialect] })}
      hint={t('providers.addressOfHint', { example: exampleOf(provider, dialect) })}
      placeholder={exampleOf(provider, dialect)}
      value={textOf(addresses[dialect])}
      onInput={(event) => write(dialect, event.currentTarget.value)}
      error={errorOf(`base_url.${dialect}`) ?? (index === 0 ? errorOf('base_url') : undefined)}
      spellCheck={false}
    />
  ));
}
