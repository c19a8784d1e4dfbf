/** Chooses theme and language. */
import { Languages, Monitor, Moon, Sun } from 'lucide-react';
import { useLanguage } from '../i18n/provider.tsx';
import { themes, useLocale, useTheme, type Theme } from '../preferences/preferences.ts';
import { IconButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';

const icons = { system: Monitor, light: Sun, dark: Moon } as const;

export function PreferenceButtons() {
  const { t } = useLanguage();
  const [theme, setTheme] = useTheme();
  const [locale, setLocale] = useLocale();
  const Icon = icons[theme];
  const names: Readonly<Record<Theme, string>> = {
    system: t('shell.themeSystem'),
    light: t('shell.themeLight'),
    dark: t('shell.themeDark'),
  };
  return (
    <div className="flex gap-1">
      <Menu
        label={`${t('shell.theme')}: ${names[theme]}`}
        trigger={<Icon aria-hidden className="size-4" />}
        actions={themes.map((each) => ({ label: names[each], onSelect: () => setTheme(each) }))}
      />
      <IconButton
        label={locale === 'en' ? '切换到中文' : 'Switch to English'}
        onClick={() => setLocale(locale === 'en' ? 'zh' : 'en')}
      >
        <Languages aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
