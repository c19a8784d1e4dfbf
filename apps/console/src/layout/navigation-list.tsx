/** The links to all pages. */
import { Link } from '@tanstack/react-router';
import { useVisitor } from '../api/visitor.tsx';
import { useLanguage } from '../i18n/provider.tsx';
import { sectionsFor } from './navigation.ts';

export function NavigationList({ onChoose }: { readonly onChoose?: () => void }) {
  const { t } = useLanguage();
  const visitor = useVisitor();
  return (
    <nav aria-label={t('shell.pages')} className="flex flex-col gap-4 px-3 py-2">
      {sectionsFor(visitor).map(({ title, destinations }) => (
        <div key={title ?? 'first'}>
          {title !== null && <p className="px-3 pb-1 text-xs text-muted">{t(title)}</p>}
          <ul>
            {destinations.map(({ path, title: name, icon: Icon }) => (
              <li key={path}>
                <Link
                  to={path}
                  onClick={onChoose}
                  activeOptions={{ exact: path === '/', includeSearch: false }}
                  className="flex min-h-9 items-center gap-3 rounded-lg px-3 text-sm pointer-coarse:min-h-11"
                  activeProps={{ className: 'bg-accent-soft font-medium text-accent' }}
                  inactiveProps={{ className: 'text-text hover:bg-sunken' }}
                >
                  <Icon aria-hidden className="size-4 shrink-0" />
                  {t(name)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
