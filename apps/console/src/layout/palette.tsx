/** The command palette: opens any page, or a thing by its name, from the keyboard. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { signOut } from '../api/session.ts';
import { useMayWrite, useVisitor } from '../api/visitor.tsx';
import { useLanguage } from '../i18n/provider.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { controlClass } from '../ui/field.tsx';
import { sectionsFor } from './navigation.ts';
import { useFound, type Command } from './use-found.ts';

export function Palette({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useLanguage();
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog title={t('shell.search')} isOpen={isOpen} onClose={onClose} initialFocus={field}>
      <CommandList onClose={onClose} field={field} />
    </Dialog>
  );
}

function CommandList({
  onClose,
  field,
}: {
  readonly onClose: () => void;
  readonly field: RefObject<HTMLInputElement | null>;
}) {
  const { t } = useLanguage();
  const listId = useId();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const commands = useCommands(query.trim());
  const option = useRef<HTMLLIElement>(null);
  useEffect(() => option.current?.scrollIntoView({ block: 'nearest' }), [chosen]);
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen((chosen + step + commands.length) % Math.max(1, commands.length));
    }
    if (event.key === 'Enter') run(commands[chosen]);
  };
  return (
    <>
      <input
        ref={field}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={commands[chosen] && `${listId}-${chosen}`}
        aria-label={t('shell.search')}
        placeholder={t('shell.searchHint')}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
        className={controlClass}
      />
      <ul
        id={listId}
        role="listbox"
        aria-label={t('shell.results')}
        className="mt-3 max-h-80 overflow-y-auto"
      >
        {commands.map((command, index) => (
          <li
            key={command.id}
            id={`${listId}-${index}`}
            role="option"
            ref={index === chosen ? option : undefined}
            aria-selected={index === chosen}
            onMouseMove={() => setChosen(index)}
            onClick={() => run(command)}
            className="flex min-h-10 wrap-anywhere cursor-pointer items-center rounded-lg px-3 aria-selected:bg-accent-soft aria-selected:text-accent"
          >
            {command.title}
          </li>
        ))}
      </ul>
      {commands.length === 0 && <p className="px-3 py-2 text-muted">{t('shell.noResults')}</p>}
    </>
  );
}

function useCommands(query: string): readonly Command[] {
  const { t } = useLanguage();
  const visitor = useVisitor();
  const mayWrite = useMayWrite();
  const navigate = useNavigate();
  const things = useFound(query);
  const pages = sectionsFor(visitor).flatMap(({ destinations }) =>
    destinations.map(({ path, title }): Command => ({
      id: path.slice(1) || 'home',
      title: t(title),
      run: () => void navigate({ to: path }),
    })),
  );
  const actions: Command[] = [
    ...(mayWrite
      ? [
          {
            id: 'create-key',
            title: t('shell.createKey'),
            run: () => void navigate({ to: '/keys', search: { create: true } }),
          },
          {
            id: 'add-provider',
            title: t('providers.add'),
            run: () => void navigate({ to: '/providers', search: { create: true } }),
          },
        ]
      : []),
    { id: 'sign-out', title: t('shell.signOut'), run: () => void signOut() },
  ];
  const wanted = query.toLocaleLowerCase();
  const found = [...pages, ...actions].filter(({ title }) =>
    title.toLocaleLowerCase().includes(wanted),
  );
  return [...found, ...things];
}
