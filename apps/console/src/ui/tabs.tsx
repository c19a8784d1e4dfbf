/** Tabs with their panels, as the pattern of the ARIA Authoring Practices Guide describes them. */
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

/** The tab that a key leads to, from the one at `from` of `count`. */
function findTarget(key: string, from: number, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  return step && (from + step + count) % count;
}

const looks = {
  line: {
    list: 'flex gap-1 overflow-x-auto border-b',
    tab: '-mb-px min-h-9 shrink-0 border-b-2 border-transparent px-3 text-sm text-muted hover:text-text aria-selected:border-accent aria-selected:font-medium aria-selected:text-text pointer-coarse:min-h-11',
  },
  /** For many tabs, which wrap. */
  pills: {
    list: 'flex flex-wrap gap-1.5',
    tab: 'min-h-8 rounded-full border px-3 text-xs text-muted hover:text-text aria-selected:border-accent aria-selected:bg-accent-soft aria-selected:font-medium aria-selected:text-accent pointer-coarse:min-h-11',
  },
} as const;

export function Tabs({
  label,
  tabs,
  value,
  onChange,
  look = 'line',
}: {
  /** The accessible name of the list of tabs. */
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** The selected tab; if absent, the tabs are uncontrolled and begin with the first one. */
  readonly value?: string;
  readonly onChange?: (id: string) => void;
  readonly look?: keyof typeof looks;
}) {
  const own = useId();
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(tabs[0]?.id);
  const selected = tabs.find(({ id }) => id === (value ?? chosen));
  const select = (id: string) => {
    setChosen(id);
    onChange?.(id);
  };
  // The arrows only move the focus, because a panel may ask the gateway for much.
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.children ?? [])].filter(
      (each) => each instanceof HTMLElement,
    );
    const from = buttons.findIndex((button) => button === document.activeElement);
    const target = findTarget(event.key, from, buttons.length);
    if (target === undefined) return;
    event.preventDefault();
    buttons[target]?.focus();
  };
  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className={looks[look].list}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${own}-${tab.id}`}
            aria-selected={tab === selected}
            aria-controls={tab === selected ? `${own}-panel` : undefined}
            tabIndex={tab === selected ? 0 : -1}
            onClick={() => select(tab.id)}
            className={looks[look].tab}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {selected && (
        <div
          key={selected.id}
          role="tabpanel"
          id={`${own}-panel`}
          aria-labelledby={`${own}-${selected.id}`}
          tabIndex={0}
          className="pt-4"
        >
          {selected.content}
        </div>
      )}
    </div>
  );
}
