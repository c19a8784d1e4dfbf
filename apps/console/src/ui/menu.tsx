/** A button that opens a list of actions. */
import { Menu as Primitive } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
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
  /** For those who do not see the trigger. */
  readonly label: string;
  readonly trigger: ReactNode;
  readonly triggerClass?: string;
  readonly actions: readonly MenuAction[];
}) {
  return (
    <Primitive.Root>
      <Primitive.Trigger aria-label={label} className={triggerClass}>
        {trigger}
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Positioner sideOffset={4} align="end" className="z-50">
          <Primitive.Popup className="min-w-44 rounded-lg border bg-raised p-1 shadow-lg outline-none">
            {actions.map(({ label: text, onSelect, isDangerous, isDisabled = false }) => (
              <Primitive.Item
                key={text}
                onClick={onSelect}
                disabled={isDisabled}
                className={`flex min-h-9 items-center rounded-md px-3 text-sm outline-none data-disabled:opacity-50 data-highlighted:bg-sunken pointer-coarse:min-h-11 ${isDangerous ? 'text-bad' : ''}`}
              >
                {text}
              </Primitive.Item>
            ))}
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
