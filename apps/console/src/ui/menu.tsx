/** A button that opens a menu of actions, built on the popover of the browser, which returns the focus. */
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { iconButtonClass } from './button.tsx';

export interface MenuAction {
  readonly label: string;
  readonly onSelect: () => void;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
}

export function Menu({
  label,
  trigger,
  triggerClass = iconButtonClass,
  actions,
}: {
  /** The accessible name of the button. */
  readonly label: string;
  readonly trigger: ReactNode;
  readonly triggerClass?: string;
  readonly actions: readonly MenuAction[];
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        className={triggerClass}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          if (list.current === null) return;
          list.current.showPopover();
          // The toggle event comes later, and the next key may come before it.
          enter(list.current);
        }}
        onClick={(event) => event.stopPropagation()}
      >
        {trigger}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        onBeforeToggle={() => {
          if (button.current && list.current) place(list.current, button.current, actions.length);
        }}
        onToggle={(event) => {
          const opens = event.newState === 'open';
          setOpen(opens);
          if (opens) enter(event.currentTarget);
        }}
        onKeyDown={moveFocus}
        onClick={(event) => event.stopPropagation()}
        className="fixed m-0 min-w-44 overflow-y-auto rounded-lg border bg-raised p-1 text-text shadow-lg"
      >
        {actions.map(({ label: text, onSelect, isDangerous = false, isDisabled = false }) => (
          <button
            key={text}
            type="button"
            role="menuitem"
            tabIndex={-1}
            disabled={isDisabled}
            onClick={() => {
              list.current?.hidePopover();
              onSelect();
            }}
            className={`flex min-h-9 w-full items-center rounded-md px-3 text-left text-sm hover:bg-sunken focus:bg-sunken disabled:opacity-50 pointer-coarse:min-h-11 ${isDangerous ? 'text-bad' : ''}`}
          >
            {text}
          </button>
        ))}
      </div>
    </>
  );
}

/** The height of one action and the minimum width of the menu, in pixels. */
const actionPx = 46;
const widthPx = 190;
const gapPx = 4;

/** Below the button and aligned to its right edge; above, or aligned to the left, if there is no room. */
function place({ style }: HTMLElement, button: HTMLElement, count: number): void {
  const { top, right, bottom, left } = button.getBoundingClientRect();
  const below = window.innerHeight - bottom;
  const hasRoomBelow = gapPx + count * actionPx < below;
  const hasRoomLeft = right > widthPx;
  Object.assign(style, {
    top: hasRoomBelow ? `${bottom + gapPx}px` : 'auto',
    bottom: hasRoomBelow ? 'auto' : `${window.innerHeight - top + gapPx}px`,
    // In a low window it scrolls.
    maxHeight: `${(hasRoomBelow ? below : top) - 2 * gapPx}px`,
    left: hasRoomLeft ? 'auto' : `${left}px`,
    right: hasRoomLeft ? `${document.documentElement.clientWidth - right}px` : 'auto',
  });
}

/** Moves the focus to the first action, unless an action has it already. */
function enter(list: HTMLElement): void {
  if (!list.contains(document.activeElement)) itemsOf(list)[0]?.focus();
}

/** Arrows, Home and End move among the actions; Tab leaves (WAI-ARIA Authoring Practices, menu). */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  // A dialog around the menu stays open.
  if (event.key === 'Escape') event.stopPropagation();
  if (event.key === 'Tab') event.currentTarget.hidePopover();
  const items = itemsOf(event.currentTarget);
  const now = items.findIndex((item) => item === document.activeElement);
  const next = {
    ArrowDown: (now + 1) % items.length,
    ArrowUp: (now - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items[next]?.focus();
}

function itemsOf(list: HTMLElement): readonly HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)')];
}
