/** Explains why a key or group cannot use a call name, or what it resolves to. */
import { useVisitor } from '../../api/visitor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { DryRun } from '../../routing/dry-run.tsx';
import { ScopePicker } from '../../routing/scope-picker.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useModelsSearch } from './search.ts';
import { readScope, useCallNames } from './use-call-names.ts';

export function ExplainDrawer() {
  const { t } = useLanguage();
  const { kind } = useVisitor();
  const { search, change } = useModelsSearch();
  const { rows = [] } = useCallNames();
  return (
    <Dialog
      title={t('models.why')}
      isOpen
      placement="side"
      onClose={() => change({ explain: undefined, model: undefined })}
    >
      <DryRun
        request={{ scope: readScope(search), model: search.model, inbound: 'openai-chat' }}
        onAsk={(name) => change({ model: name })}
        names={rows.map(({ entry }) => entry.name)}
      >
        {kind === 'operator' && (
          <ScopePicker
            scope={search}
            onChange={(scope) => change({ key_id: scope.key_id, group: scope.group })}
          />
        )}
      </DryRun>
    </Dialog>
  );
}
