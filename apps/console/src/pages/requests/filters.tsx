/** The filters of the list: common ones are visible, the others behind a button. */
import { X } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { ExchangeFilters } from '../../api/records.ts';
import { useIsOperator } from '../../api/surface.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { useGroupNames } from '../../routing/scope-picker.tsx';
import type { RawSearch } from '../../search/read-search.ts';
import { SearchForm } from '../../search/search-form.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { filterNames, readRequestsSearch } from './search.ts';

interface Props {
  readonly filters: ExchangeFilters;
  readonly onChange: (filters: ExchangeFilters) => void;
}

export function Filters({ filters, onChange }: Props) {
  const { t } = useLanguage();
  return (
    <div className="flex flex-col gap-3">
      <SearchForm
        values={filters}
        onSearch={(values) => onChange({ ...filters, ...readForm(values) })}
        className="flex flex-col gap-3"
      >
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 sm:grid-cols-[minmax(0,1fr)_12rem_auto]">
          <div className="max-sm:col-span-2">
            <TextField
              label={t('requests.query')}
              name="query"
              type="search"
              placeholder={t('requests.searchText')}
              defaultValue={filters.query}
            />
          </div>
          <SelectField
            label={t('requests.status')}
            name="status"
            defaultValue={filters.status ?? ''}
            onChange={(event) => event.currentTarget.form?.requestSubmit()}
          >
            <option value="">{t('requests.anyStatus')}</option>
            <option value="2xx">{t('requests.succeeded')}</option>
            <option value="4xx">{t('requests.refused')}</option>
            <option value="5xx">{t('requests.broke')}</option>
            {/^\d{3}$/.test(filters.status ?? '') && <option>{filters.status}</option>}
          </SelectField>
          <Button type="submit">{t('requests.apply')}</Button>
        </div>
        <MoreFilters filters={filters} />
      </SearchForm>
      <Chips filters={filters} onChange={onChange} />
    </div>
  );
}

function readForm(values: RawSearch): ExchangeFilters {
  const empty = Object.fromEntries(Object.keys(values).map((name) => [name, undefined]));
  return { ...empty, ...readRequestsSearch(values) };
}

function MoreFilters({ filters }: Pick<Props, 'filters'>) {
  const { t } = useLanguage();
  const isOperator = useIsOperator();
  const [isShown, setShown] = useState(false);
  const field = (name: 'model' | 'key_id' | 'group' | 'upstream' | 'min_amount') => (
    <TextField
      key={name}
      label={t(`requests.${name}`)}
      name={name}
      defaultValue={filters[name]}
      list={`known-${name}`}
    />
  );
  return (
    <details onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary className="w-fit rounded text-accent pointer-coarse:py-3">
        {t('requests.moreFilters')}
      </summary>
      {isShown && isOperator && <KnownNames />}
      <div className="mt-3 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {field('model')}
        {isOperator && field('key_id')}
        {field('group')}
        {isOperator && field('upstream')}
        {field('min_amount')}
        <TextField
          label={t('requests.min_first_byte_ms')}
          name="min_first_byte_ms"
          type="number"
          min={0}
          defaultValue={filters.min_first_byte_ms}
        />
      </div>
    </details>
  );
}

/** What the fields offer. */
function KnownNames() {
  const query = { params: { query: { limit: 1_000 } } };
  const keys = api.useQuery('get', '/admin/v1/keys', query).data?.data ?? [];
  const groups = useGroupNames();
  const upstreams = api.useQuery('get', '/admin/v1/upstreams').data?.data ?? [];
  const names = (list: readonly string[]) => list.map((name) => <option key={name} value={name} />);
  return (
    <>
      <datalist id="known-key_id">
        {keys.map(({ id, name }) => (
          <option key={id} value={id} label={name} />
        ))}
      </datalist>
      <datalist id="known-group">{names(groups)}</datalist>
      <datalist id="known-upstream">{names(upstreams.map(({ name }) => name))}</datalist>
    </>
  );
}

/** The active filters, each with a button that removes it. */
function Chips({ filters, onChange }: Props) {
  const { t } = useLanguage();
  const set = filterNames.filter((name) => name !== 'status' && filters[name] !== undefined);
  if (set.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {set.map((name) => (
        <li key={name}>
          <button
            type="button"
            aria-label={t('requests.remove', { name: t(`requests.${name}`) })}
            onClick={() => onChange({ ...filters, [name]: undefined })}
            className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-lg bg-accent-soft px-2.5 text-xs text-accent pointer-coarse:min-h-11"
          >
            <span className="max-w-72 truncate">
              {t(`requests.${name}`)}: {filters[name]}
            </span>
            <X aria-hidden className="size-3.5 shrink-0" />
          </button>
        </li>
      ))}
    </ul>
  );
}
