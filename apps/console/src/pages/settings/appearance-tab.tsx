/** The theme and language of this browser. */
import { useLanguage } from '../../i18n/provider.tsx';
import { locales, themes, useLocale, useTheme } from '../../preferences/preferences.ts';
import { Card } from '../../ui/page.tsx';

export function AppearanceTab() {
  const { t } = useLanguage();
  const [theme, setTheme] = useTheme();
  const [locale, setLocale] = useLocale();
  const themeNames = {
    system: t('shell.themeSystem'),
    light: t('shell.themeLight'),
    dark: t('shell.themeDark'),
  };
  const localeNames = { en: 'English', zh: '中文' };
  return (
    <Card>
      <div className="flex flex-col gap-5">
        <Choice
          label={t('shell.theme')}
          options={themes.map((id) => ({ id, name: themeNames[id] }))}
          value={theme}
          onChange={setTheme}
        />
        <Choice
          label={t('settings.language')}
          options={locales.map((id) => ({ id, name: localeNames[id] }))}
          value={locale}
          onChange={setLocale}
        />
        <p className="text-xs text-muted">{t('settings.inBrowser')}</p>
      </div>
    </Card>
  );
}

function Choice<Id extends string>({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly { readonly id: Id; readonly name: string }[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-6">
        {options.map(({ id, name }) => (
          <label key={id} className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="radio"
              name={label}
              checked={id === value}
              onChange={() => onChange(id)}
              className="size-4 accent-accent-solid"
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
