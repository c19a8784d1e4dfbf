/** The turns of a conversation, with pictures. */
import { ImagePlus, X } from 'lucide-react';
import { useState } from 'react';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button, IconButton, iconButtonClass } from '../../ui/button.tsx';
import { controlClass } from '../../ui/field.tsx';
import type { Turn } from './prompt.ts';

/** Maximum size of a picture, in bytes; base64 makes it a third longer. */
const imageLimit = 5_000_000;

export function TurnList({
  turns,
  onChange,
}: {
  readonly turns: readonly Turn[];
  readonly onChange: (turns: readonly Turn[]) => void;
}) {
  const { t } = useLanguage();
  const last = turns.at(-1);
  const add = () => {
    const role = last?.role === 'user' ? 'assistant' : 'user';
    onChange([...turns, { id: (last?.id ?? 0) + 1, role, text: '' }]);
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1 text-sm font-medium">{t('playground.conversation')}</legend>
      {turns.map((turn) => (
        <TurnField
          key={turn.id}
          turn={turn}
          onChange={(next) => onChange(turns.map((each) => (each === turn ? next : each)))}
          onRemove={
            turns.length > 1 ? () => onChange(turns.filter((each) => each !== turn)) : undefined
          }
        />
      ))}
      <Button onClick={add}>{t('playground.addTurn')}</Button>
    </fieldset>
  );
}

function TurnField({
  turn,
  onChange,
  onRemove,
}: {
  readonly turn: Turn;
  readonly onChange: (turn: Turn) => void;
  readonly onRemove: (() => void) | undefined;
}) {
  const { t } = useLanguage();
  const [isTooLarge, setTooLarge] = useState(false);
  const roles = { user: t('playground.user'), assistant: t('playground.assistant') } as const;
  const attach = (file: File | undefined) => {
    if (file === undefined) return;
    setTooLarge(file.size > imageLimit);
    if (file.size > imageLimit) return;
    const reader = new FileReader();
    reader.onload = () => {
      if (typeof reader.result !== 'string') return;
      onChange({ ...turn, image: { name: file.name, url: reader.result } });
    };
    reader.readAsDataURL(file);
  };
  return (
    <div className="rounded-lg border p-2">
      <div className="mb-1 flex items-center gap-1">
        <button
          type="button"
          title={t('playground.changeRole')}
          className="mr-auto min-h-9 rounded px-2 text-xs font-medium text-muted hover:bg-sunken pointer-coarse:min-h-11"
          onClick={() => onChange({ ...turn, role: turn.role === 'user' ? 'assistant' : 'user' })}
        >
          {roles[turn.role]}
        </button>
        {turn.role === 'user' && (
          <label
            title={t('playground.addImage')}
            className={`${iconButtonClass} cursor-pointer focus-within:outline-2 focus-within:outline-accent`}
          >
            <ImagePlus aria-hidden className="size-4" />
            <input
              type="file"
              accept="image/*"
              aria-label={t('playground.addImage')}
              className="sr-only"
              onChange={(event) => {
                attach(event.currentTarget.files?.[0]);
                event.currentTarget.value = '';
              }}
            />
          </label>
        )}
        {onRemove && (
          <IconButton label={t('playground.removeTurn')} onClick={onRemove}>
            <X aria-hidden className="size-4" />
          </IconButton>
        )}
      </div>
      <textarea
        aria-label={roles[turn.role]}
        rows={3}
        value={turn.text}
        onChange={(event) => onChange({ ...turn, text: event.currentTarget.value })}
        className={controlClass}
      />
      {isTooLarge && (
        <p role="alert" className="mt-1 text-xs text-bad">
          {t('playground.imageTooLarge')}
        </p>
      )}
      {turn.image && (
        <div className="mt-2 flex items-center gap-2">
          <img src={turn.image.url} alt="" className="size-10 rounded object-cover" />
          <span className="min-w-0 flex-1 truncate text-xs">{turn.image.name}</span>
          <IconButton
            label={t('playground.removeImage')}
            onClick={() => onChange({ ...turn, image: undefined })}
          >
            <X aria-hidden className="size-4" />
          </IconButton>
        </div>
      )}
    </div>
  );
}
