/** Provides the texts and formats of the chosen language. */
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { readLocale, useLocale, type Locale } from '../preferences/preferences.ts';
import { createFormats, type Formats } from './formats.ts';
import type { Messages } from '../messages/messages.ts';
import { createTranslate, loadMessages, type Translate } from './messages.ts';

interface Language {
  readonly t: Translate;
  readonly format: Formats;
}

const LanguageContext = createContext<Language | undefined>(undefined);

interface Loaded {
  readonly locale: Locale;
  readonly messages: Messages;
}

/** Loads the first language before the first render, so that no text changes after it appeared. */
export async function loadLanguage(): Promise<Loaded> {
  const locale = readLocale();
  return { locale, messages: await loadMessages(locale) };
}

export function LanguageProvider({
  first,
  children,
}: {
  readonly first: Loaded;
  readonly children: ReactNode;
}) {
  const [locale] = useLocale();
  const [loaded, setLoaded] = useState(first);
  useEffect(() => {
    let isWanted = true;
    void loadMessages(locale).then((messages) => {
      if (isWanted) setLoaded({ locale, messages });
    });
    return () => {
      isWanted = false;
    };
  }, [locale]);
  useEffect(() => {
    document.documentElement.lang = loaded.locale === 'zh' ? 'zh-CN' : 'en';
  }, [loaded.locale]);
  const language = useMemo(
    () => ({ t: createTranslate(loaded.messages), format: createFormats(loaded.locale) }),
    [loaded],
  );
  return <LanguageContext.Provider value={language}>{children}</LanguageContext.Provider>;
}

/** @throws Error outside of the provider */
export function useLanguage(): Language {
  const language = useContext(LanguageContext);
  if (language === undefined) throw new Error('There is no language here.');
  return language;
}
