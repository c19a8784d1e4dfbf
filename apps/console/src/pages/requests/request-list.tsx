/** The list of requests: renders only visible rows and supports the keyboard. */
import { useEffect, useRef } from 'react';
import type { Exchange } from '../../api/records.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Row, rowClass } from './row.tsx';
import { rowHeightPx, scrollToRow, useVisibleRows } from './visible-rows.ts';

export interface ListProps {
  readonly rows: readonly Exchange[];
  /** The row selected by the keyboard. */
  readonly active: string | undefined;
  readonly onActivate: (id: string | undefined) => void;
  readonly onOpen: (id: string) => void;
  readonly isOpen: boolean;
}

export function RequestList({ rows, active, onActivate, onOpen, isOpen }: ListProps) {
  const { t } = useLanguage();
  const place = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const { first, count } = useVisibleRows(body);
  const move = (step: number) => {
    const from = rows.findIndex(({ id }) => id === active);
    const to = Math.min(rows.length - 1, Math.max(0, from + step));
    const next = rows[to];
    if (next === undefined) return;
    if (body.current !== null) scrollToRow(body.current, to);
    onActivate(next.id);
    if (isOpen) onOpen(next.id);
  };
  useListKeys(place, {
    move,
    open: () => active !== undefined && onOpen(active),
    leave: () => !isOpen && onActivate(undefined),
  });
  return (
    <div
      ref={place}
      role="grid"
      tabIndex={0}
      aria-label={t('requests.list')}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={active && `row-${active}`}
      className="@container rounded-xl border bg-surface"
    >
      <Head />
      <div
        ref={body}
        role="rowgroup"
        className="relative"
        style={{ height: rows.length * rowHeightPx }}
      >
        {rows.slice(first, first + count).map((exchange, at) => (
          <div
            key={exchange.id}
            role="row"
            id={`row-${exchange.id}`}
            aria-rowindex={first + at + 2}
            aria-selected={exchange.id === active}
            onClick={() => {
              onActivate(exchange.id);
              onOpen(exchange.id);
            }}
            className={`${rowClass} absolute inset-x-0 cursor-pointer border-t hover:bg-sunken aria-selected:bg-accent-soft`}
            style={{
              height: rowHeightPx,
              transform: `translateY(${(first + at) * rowHeightPx}px)`,
            }}
          >
            <Row exchange={exchange} />
          </div>
        ))}
      </div>
    </div>
  );
}

function Head() {
  const { t } = useLanguage();
  const titles = [
    { id: 'time', title: t('shell.time') },
    { id: 'status', title: t('requests.status') },
    { id: 'model', title: t('requests.model') },
    { id: 'upstream', title: t('requests.upstream') },
    { id: 'firstByte', title: t('requests.firstByteTotal'), isNumber: true },
    { id: 'tokens', title: t('requests.inOut'), isNumber: true },
    { id: 'cost', title: t('requests.cost'), isNumber: true },
  ];
  return (
    <div role="rowgroup">
      <div role="row" aria-rowindex={1} className={`${rowClass} py-2 @max-[60rem]:sr-only`}>
        {titles.map(({ id, title, isNumber }) => (
          <div
            key={id}
            role="columnheader"
            className={`text-xs font-medium text-muted ${isNumber ? 'text-right' : ''}`}
          >
            {title}
          </div>
        ))}
      </div>
    </div>
  );
}

interface ListActions {
  readonly move: (step: number) => void;
  readonly open: () => void;
  readonly leave: () => void;
}

const steps: Readonly<Record<string, number>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };

/** j and k work anywhere but in a field; arrows, Enter and Escape where the list has the focus. */
function useListKeys(place: { readonly current: HTMLElement | null }, actions: ListActions): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
      if (target.closest('input, select, textarea, [role="listbox"]') !== null) return;
      const isHere = target === place.current || target === document.body;
      const step = steps[key];
      if (step !== undefined && (key.length === 1 || isHere)) {
        event.preventDefault();
        actions.move(step);
      } else if (isHere && key === 'Enter') actions.open();
      else if (isHere && key === 'Escape') actions.leave();
    };
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', listen);
    };
  });
}
