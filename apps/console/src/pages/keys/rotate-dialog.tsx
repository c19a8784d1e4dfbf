/** The dialog that replaces the secret of a key, with an overlap. */
import { useState } from 'react';
import { fetchClient, required, type View } from '../../api/client.ts';
import { useVisitor } from '../../api/visitor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { SelectField } from '../../ui/field.tsx';

type Created = View<'CreatedKey'>;

const overlaps = [
  ['now', 0],
  ['hour', 3_600],
  ['day', 86_400],
  ['week', 604_800],
] as const;

export function RotateKeyDialog({
  of: key,
  onClose,
  onRotated,
}: {
  /** Nothing closes the dialog. */
  readonly of: Pick<View<'Key'>, 'id' | 'name' | 'etag'> | undefined;
  readonly onClose: () => void;
  readonly onRotated: (created: Created) => Promise<void> | void;
}) {
  const { t } = useLanguage();
  const { kind } = useVisitor();
  const [overlap, setOverlap] = useState(86_400);
  const rotate = async () => {
    if (key === undefined) return;
    await onRotated(await (kind === 'key' ? rotateOwn(overlap) : rotateOther(key, overlap)));
    onClose();
  };
  return (
    <Dialog
      title={t('keys.rotateTitle', { name: key?.name ?? '' })}
      description={`${t('keys.rotateHint')} ${kind === 'key' ? t('setup.rotateHint') : ''}`}
      isOpen={key !== undefined}
      onClose={onClose}
    >
      <DialogForm action={t('keys.rotate')} onCancel={onClose} onSubmit={rotate}>
        {() => (
          <SelectField
            label={t('keys.overlap')}
            value={overlap}
            onChange={(event) => setOverlap(Number(event.currentTarget.value))}
          >
            {overlaps.map(([name, seconds]) => (
              <option key={name} value={seconds}>
                {t(`keys.overlap_${name}`)}
              </option>
            ))}
          </SelectField>
        )}
      </DialogForm>
    </Dialog>
  );
}

async function rotateOther(
  { id, etag }: Pick<Created, 'id' | 'etag'>,
  overlap: number,
): Promise<Created> {
  const { data } = await fetchClient.POST('/admin/v1/keys/{id}/rotations', {
    params: { path: { id }, header: { 'if-match': etag } },
    body: { overlap_seconds: overlap },
  });
  return required(data);
}

async function rotateOwn(overlap: number): Promise<Created> {
  const { data } = await fetchClient.POST('/key/v1/rotations', {
    body: { overlap_seconds: overlap },
  });
  return required(data);
}
