/** Preferences stored in this browser: theme and language. No secret is stored. */
import { useSyncExternalStore } from 'react';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const locales = ['en', 'zh'] as const;
export type Locale = (typeof locales)[number];

const listeners = new Set<() => void>();

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, readTheme), chooseTheme];
}

export function useLocale(): [Locale, (locale: Locale) => void] {
  return [useSyncExternalStore(subscribe, readLocale), chooseLocale];
}

export function readLocale(): Locale {
  const chosen = read('parley.locale');
  if (chosen === 'en' || chosen === 'zh') return chosen;
  return navigator.languages.some((language) => /^zh\b/i.test(language)) &&
    !/^en\b/i.test(navigator.language)
    ? 'zh'
    : 'en';
}

function readTheme(): Theme {
  const chosen = read('parley.theme');
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

function chooseTheme(theme: Theme): void {
  write('parley.theme', theme);
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  notify();
}

function chooseLocale(locale: Locale): void {
  write('parley.locale', locale);
  notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Without storage the preference lasts until the page is closed.
  }
}
