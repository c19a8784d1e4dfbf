/** Provides the texts and formats of the chosen language. */
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { adviceOf, ApiError, isAt, isSessionEnded } from '../api/errors.ts';
import { readLocale, useLocale, type Locale } from '../preferences/preferences.ts';
import { createFormats, type Formats } from './formats.ts';
import { createTranslate, loadTexts, type Texts, type Translate } from './messages.ts';
import { createLocalize, type Localize } from './phrases.ts';

interface Language {
  /** A text of the console. */
  readonly t: Translate;
  /** A text of the API or of the settings for clients. */
  readonly localize: Localize;
  /** An error by its code, otherwise by the message of the gateway. */
  readonly describeError: (error: unknown) => string;
  /** What is wrong with a field or a field inside it; undefined when the error is of something else. */
  readonly messageAt: (error: unknown, field: string) => string | undefined;
  readonly format: Formats;
}

const LanguageContext = createContext<Language | undefined>(undefined);

interface Loaded extends Texts {
  readonly locale: Locale;
}

/** Loads the first language before the first render, so that no text changes after it appeared. */
export async function loadLanguage(): Promise<Loaded> {
  const locale = readLocale();
  return { locale, ...(await loadTexts(locale)) };
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
    void loadTexts(locale).then((texts) => {
      if (isWanted) setLoaded({ locale, ...texts });
    });
    return () => {
      isWanted = false;
    };
  }, [locale]);
  useEffect(() => {
    document.documentElement.lang = loaded.locale === 'zh' ? 'zh-CN' : 'en';
  }, [loaded.locale]);
  const language = useMemo(() => createLanguage(loaded), [loaded]);
  return <LanguageContext.Provider value={language}>{children}</LanguageContext.Provider>;
}

function createLanguage({ locale, messages, phrases }: Loaded): Language {
  const t = createTranslate(messages);
  const errors = new Map(Object.entries(phrases.errors));
  const localize = createLocalize(phrases);
  return {
    t,
    localize,
    describeError: (error) => {
      if (!(error instanceof ApiError)) return t('shell.broken');
      if (error.status === 0) return t('shell.unreachable');
      if (isSessionEnded(error)) return t('shell.sessionEnded');
      return errors.get(error.code ?? '') ?? error.message.replace(adviceOf(error), localize);
    },
    messageAt: (error, field) => (isAt(error, field) ? localize(adviceOf(error)) : undefined),
    format: createFormats(locale),
  };
}

/** @throws Error outside of the provider */
export function useLanguage(): Language {
  const language = useContext(LanguageContext);
  if (language === undefined) throw new Error('There is no language here.');
  return language;
}
