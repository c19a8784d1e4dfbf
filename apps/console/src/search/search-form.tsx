/** A form whose values are in the URL: its fields follow links and the Back button, and keep the focus. */
import { useEffect, useRef, type ReactNode } from 'react';
import type { RawSearch } from './read-search.ts';

export function SearchForm({
  values,
  onSearch,
  ...props
}: {
  /** What its fields have as their `defaultValue`; fields that were typed in would not follow it. */
  readonly values: unknown;
  readonly onSearch: (values: RawSearch) => void;
  readonly className: string;
  readonly children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const text = JSON.stringify(values);
  useEffect(() => {
    form.current?.querySelectorAll('input').forEach((field) => {
      field.value = field.defaultValue;
    });
  }, [text]);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(Object.fromEntries(new FormData(event.currentTarget)));
      }}
      {...props}
    />
  );
}
