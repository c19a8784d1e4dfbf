/** Copying to the clipboard, and code that can be copied. */
import { Check, Copy } from 'lucide-react';
import { useEffect, useState, type Ref } from 'react';
import { useLanguage } from '../i18n/provider.tsx';
import { buttonClass, iconButtonClass } from './button.tsx';
import { copyText } from './clipboard.ts';

/** @param label the accessible name of a button that shows only an icon */
export function CopyButton({
  text,
  label,
  hasText = false,
  ref,
  onCopied,
}: {
  /** A function if the text is long and changes often. */
  readonly text: string | (() => string);
  readonly label?: string;
  readonly hasText?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
  /** Called when the text is in the clipboard or was shown to be copied by hand. */
  readonly onCopied?: () => void;
}) {
  const { t } = useLanguage();
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => {
      setDone(false);
    }, 2_000);
    return () => {
      clearTimeout(timer);
    };
  }, [isDone]);
  const copy = async (button: HTMLElement) => {
    const wanted = typeof text === 'string' ? text : text();
    const isCopied = await copyText(wanted, button);
    // Where pages may not copy at all, a prompt shows the text selected.
    if (!isCopied) window.prompt(t('shell.copyByHand'), wanted);
    setDone(isCopied);
    onCopied?.();
  };
  const name = isDone ? t('shell.copied') : (label ?? t('shell.copy'));
  const Icon = isDone ? Check : Copy;
  return (
    <button
      ref={ref}
      type="button"
      aria-label={hasText ? undefined : name}
      title={name}
      className={hasText ? buttonClass() : iconButtonClass}
      onClick={({ currentTarget }) => void copy(currentTarget)}
    >
      <Icon aria-hidden className="size-4" />
      {hasText && name}
      <span role="status" className="sr-only">
        {isDone ? t('shell.copied') : ''}
      </span>
    </button>
  );
}

/** A scrollable block of code with a copy button. */
export function CodeBlock({ code, label }: { readonly code: string; readonly label: string }) {
  return (
    <div className="relative min-w-0 rounded-lg border bg-sunken">
      <div className="absolute top-1 right-1 rounded-lg bg-sunken">
        <CopyButton text={code} />
      </div>
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className="overflow-x-auto px-4 py-3 pr-12 font-mono text-xs leading-relaxed"
      >
        <code>{code}</code>
      </pre>
    </div>
  );
}

/** A short value, such as a URL, with a copy button. */
export function CopyValue({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code className="min-w-0 truncate rounded bg-sunken px-2 py-1 font-mono text-xs">
        {value}
      </code>
      <CopyButton text={value} label={label} />
    </span>
  );
}
