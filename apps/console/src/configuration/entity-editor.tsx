/** The drawer that creates or changes an entity of the configuration, by a form or as JSON. */
import { useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { ApiError } from '../api/errors.ts';
import { isOutdated, RebasedNotice, SaveErrorNotice } from '../ui/edit-notices.tsx';
import { useEdits } from '../edits/use-edits.ts';
import { useLanguage } from '../i18n/provider.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextAreaField, TextField } from '../ui/field.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useAction } from '../ui/use-action.ts';
import { useFocusOnError } from '../ui/use-focus-on-error.ts';
import { isDraft, withField, type Draft } from './draft.ts';
import { readEntity, saveEntity, type Entity, type EntityKind } from './entities.ts';
import { findJsonPlace } from './json-place.ts';

/** What the fields of a form need. */
export interface DraftForm {
  readonly draft: Draft;
  /** An empty text or list removes the field. */
  readonly set: (field: string, value: unknown) => void;
  /** The error of a field, such as `tiers.0.to`; with `isWhole` also of the fields inside it. */
  readonly errorOf: (path: string, isWhole?: boolean) => string | undefined;
}

export interface EntityEditorProps {
  readonly kind: EntityKind;
  readonly title: string;
  /** The entity to change; absent to create one. */
  readonly entity?: Entity | undefined;
  readonly initial: Draft;
  /** The field for the name of a new entity, or the function that derives it. */
  readonly naming:
    | { readonly label: string; readonly hint?: ReactNode; readonly initial?: string }
    | ((draft: Draft) => string);
  /** Names that are taken. */
  readonly taken: readonly string[];
  /** The fields; an error that none of them shows is shown above the buttons. */
  readonly form: (form: DraftForm) => ReactNode;
  readonly onClose: () => void;
  readonly onSaved?: (name: string) => void;
  /** Fields that are saved but never shown as JSON. */
  readonly extra?: Draft;
}

export function EntityEditor(props: EntityEditorProps) {
  return (
    <Dialog title={props.title} isOpen onClose={props.onClose} placement="side">
      <EditedForm {...props} />
    </Dialog>
  );
}

function EditedForm(props: EntityEditorProps) {
  const { kind, entity, initial } = props;
  const first = { name: entity?.name ?? '', etag: entity?.etag, configuration: initial };
  const edits = useEdits<Version>(first, () => readEntity(kind, first.name));
  return (
    <EditorForm
      {...props}
      key={edits.round}
      initial={edits.initial.configuration}
      etag={edits.base.etag}
      notice={<RebasedNotice overlaps={edits.overlaps} />}
      onRebase={(draft) => edits.rebase({ ...edits.base, configuration: draft })}
    />
  );
}

/** A type, so that its fields can be merged. */
type Version = Pick<Entity, 'name' | 'configuration'> & { readonly etag: string | undefined };

interface FormProps extends EntityEditorProps {
  /** Of the version that is changed. */
  readonly etag: string | undefined;
  readonly notice: ReactNode;
  readonly onRebase: (draft: Draft) => Promise<void>;
}

function EditorForm(props: FormProps) {
  const { t, messageAt } = useLanguage();
  const { entity, naming } = props;
  const [ownName, setName] = useState(
    entity?.name ?? (typeof naming === 'function' ? '' : (naming.initial ?? '')),
  );
  const [draft, setDraft] = useState(props.initial);
  // The JSON text while JSON is shown; otherwise the draft counts.
  const [json, setJson] = useState<string>();
  const { error, isBusy, save } = useSaving(props);
  const form = useRef<HTMLFormElement>(null);
  useFocusOnError(form, error);
  const parsed = json === undefined ? { draft } : parseDraft(json);
  const written = parsed.draft;
  const nameOf = (saved: Draft) =>
    entity === undefined && typeof naming === 'function' ? naming(saved) : ownName.trim();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (parsed.draft !== undefined) void save(nameOf(parsed.draft), parsed.draft);
  };
  const changeTab = (tab: string) => {
    if (tab === 'json') setJson(JSON.stringify(draft, undefined, 2));
    if (tab === 'form' && parsed.draft !== undefined) {
      setDraft(parsed.draft);
      setJson(undefined);
    }
  };
  const errorOf: DraftForm['errorOf'] = (path, isWhole = false) =>
    isWhole || paramOf(error) === path ? messageAt(error, path) : undefined;
  return (
    <form
      ref={form}
      onSubmit={submit}
      className="group/form flex min-h-full flex-col gap-4"
      noValidate
    >
      {entity === undefined && typeof naming !== 'function' && (
        <TextField
          label={naming.label}
          hint={naming.hint}
          value={ownName}
          onChange={(event) => setName(event.currentTarget.value)}
          error={errorOf('name')}
          spellCheck={false}
        />
      )}
      <Tabs
        label={t('configuration.view')}
        value={json === undefined ? 'form' : 'json'}
        onChange={changeTab}
        tabs={[
          {
            id: 'form',
            label: t('configuration.form'),
            content: (
              <div className="flex flex-col gap-4">
                {props.form({
                  draft,
                  set: (field, value) => setDraft((before) => withField(before, field, value)),
                  errorOf,
                })}
              </div>
            ),
          },
          {
            id: 'json',
            label: 'JSON',
            content: <JsonField text={json ?? ''} onChange={setJson} error={error} />,
          },
        ]}
      />
      {props.notice}
      {error !== undefined && (
        <SaveErrorNotice error={error} onRebase={written && (() => props.onRebase(written))} />
      )}
      <div className="sticky -bottom-4 z-10 -mx-5 mt-auto -mb-4 flex justify-end gap-2 border-t bg-raised px-5 py-3">
        <Button onClick={props.onClose}>{t('shell.cancel')}</Button>
        <Button
          look="primary"
          type="submit"
          isBusy={isBusy}
          disabled={parsed.draft === undefined || nameOf(parsed.draft) === ''}
        >
          {t('shell.save')}
        </Button>
      </div>
    </form>
  );
}

function JsonField({
  text,
  onChange,
  error,
}: {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly error: unknown;
}) {
  const { t, messageAt } = useLanguage();
  const { draft, problem } = parseDraft(text);
  const param = paramOf(error);
  const refused = draft === undefined || param === null || param === 'name' ? null : param;
  return (
    <TextAreaField
      label={t('configuration.json')}
      hint={t('configuration.jsonHint')}
      error={
        refused === null
          ? problem
          : t('configuration.atLine', {
              line: findJsonPlace(text, refused).line,
              field: refused,
              error: messageAt(error, refused) ?? '',
            })
      }
      rows={Math.min(28, Math.max(12, text.split('\n').length + 1))}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function useSaving({ kind, entity, etag, taken, extra, onClose, onSaved }: FormProps) {
  const { t } = useLanguage();
  const { isBusy, error, run } = useAction();
  const save = (name: string, draft: Draft) =>
    run(async () => {
      const isNew = entity === undefined;
      if (isNew && taken.includes(name)) throw nameError(t('configuration.taken'));
      await saveEntity({ kind, name, etag }, { ...draft, ...extra }).catch((thrown: unknown) => {
        throw isNew && isOutdated(thrown) ? nameError(t('configuration.taken')) : thrown;
      });
      onClose();
      onSaved?.(name);
    });
  return { error, isBusy, save };
}

/** The API would replace an existing entity of that name, which a new one must not do. */
function nameError(message: string): ApiError {
  return new ApiError(message, { status: 409, code: 'conflict', param: 'name', requestId: null });
}

function parseDraft(text: string): { readonly draft?: Draft; readonly problem?: string } {
  try {
    const draft: unknown = JSON.parse(text);
    return isDraft(draft) ? { draft } : { problem: '{ … }' };
  } catch (thrown) {
    return { problem: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

function paramOf(error: unknown): string | null {
  return error instanceof ApiError ? error.param : null;
}
