/** Tabs with their panels. */
import { Tabs as Primitive } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

export function Tabs({
  label,
  tabs,
  value,
  onChange,
}: {
  /** The accessible name of the list of tabs. */
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** The selected tab; if absent, the tabs are uncontrolled and begin with the first one. */
  readonly value?: string;
  readonly onChange?: (id: string) => void;
}) {
  const first = tabs[0]?.id ?? '';
  return (
    <Primitive.Root
      {...(value === undefined ? { defaultValue: first } : { value })}
      onValueChange={(id: unknown) => onChange?.(String(id))}
    >
      <Primitive.List aria-label={label} className="flex gap-1 overflow-x-auto border-b">
        {tabs.map((tab) => (
          <Primitive.Tab
            key={tab.id}
            value={tab.id}
            className="-mb-px min-h-9 shrink-0 border-b-2 border-transparent px-3 text-sm text-muted hover:text-text data-active:border-accent data-active:font-medium data-active:text-text pointer-coarse:min-h-11"
          >
            {tab.label}
          </Primitive.Tab>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Panel key={tab.id} value={tab.id} className="pt-4">
          {tab.content}
        </Primitive.Panel>
      ))}
    </Primitive.Root>
  );
}
