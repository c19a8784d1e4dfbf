/** What a call would do for a key or a group, without calling anything. */
import { api } from '../../api/client.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { dialects } from '../../routing/dialects.ts';
import { DryRun } from '../../routing/dry-run.tsx';
import { ScopePicker, type Scope } from '../../routing/scope-picker.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Card } from '../../ui/page.tsx';
import { useGroupsSearch } from './search.ts';

export function GroupDryRun() {
  const { t } = useLanguage();
  const { search, change } = useGroupsSearch();
  const { key_id, group, model, inbound = 'openai-chat' } = search;
  const scope: Scope = key_id ? { key_id } : group ? { group } : {};
  const { data } = api.useQuery('get', '/admin/v1/call-names', { params: { query: scope } });
  return (
    <Card title={t('groups.dryRun')}>
      <DryRun
        request={{ scope, model, inbound }}
        onAsk={(name) => change({ model: name })}
        names={data?.data.map(({ name }) => name) ?? []}
      >
        <ScopePicker
          scope={scope}
          onChange={(next) => change({ key_id: next.key_id, group: next.group })}
        />
        <div className="w-full sm:w-48">
          <SelectField
            label={t('configuration.inbound')}
            value={inbound}
            onChange={({ currentTarget: { value } }) =>
              change({ inbound: dialects.find((dialect) => dialect === value) })
            }
          >
            {dialects.map((dialect) => (
              <option key={dialect}>{dialect}</option>
            ))}
          </SelectField>
        </div>
      </DryRun>
    </Card>
  );
}
