/** The frame of every page: navigation, which is behind a button on a phone, and the signed-in visitor. */
import { Outlet, useMatches } from '@tanstack/react-router';
import { LogOut, Menu as MenuIcon, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { signOut } from '../api/session.ts';
import { useVisitor } from '../api/visitor.tsx';
import { useLanguage } from '../i18n/provider.tsx';
import { buttonClass, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useKeptFocus } from '../ui/use-kept-focus.ts';
import { OperatorsPage } from './error-page.tsx';
import { Logo } from './logo.tsx';
import { findOperatorPage } from './navigation.ts';
import { NavigationList } from './navigation-list.tsx';
import { Palette } from './palette.tsx';
import { PreferenceButtons } from './preference-buttons.tsx';

export function AppShell() {
  const { t } = useLanguage();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  useKeptFocus();
  usePaletteKey(() => {
    setPaletteOpen(true);
  });
  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        className={`${buttonClass('primary')} sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50`}
      >
        {t('shell.skip')}
      </a>
      <aside className="sticky top-0 hidden h-dvh w-56 shrink-0 flex-col border-r bg-surface md:flex">
        <div className="px-4 py-4">
          <Logo />
        </div>
        <SearchButton onClick={() => setPaletteOpen(true)} />
        <div className="min-h-0 flex-1 overflow-y-auto">
          <NavigationList />
        </div>
        <VisitorPanel />
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="sticky top-0 z-30 flex items-center justify-between gap-2 border-b bg-surface px-3 py-2 md:hidden">
          <IconButton label={t('shell.menu')} onClick={() => setMenuOpen(true)}>
            <MenuIcon aria-hidden className="size-5" />
          </IconButton>
          <Logo />
          <IconButton label={t('shell.search')} onClick={() => setPaletteOpen(true)}>
            <Search aria-hidden className="size-5" />
          </IconButton>
        </header>
        <main id="main" tabIndex={-1} className="flex-1 px-4 py-6 outline-none md:px-8">
          <VisitorOutlet />
        </main>
      </div>
      <Dialog
        title="Parley"
        isOpen={isMenuOpen}
        onClose={() => setMenuOpen(false)}
        placement="side"
      >
        <NavigationList onChoose={() => setMenuOpen(false)} />
        <VisitorPanel />
      </Dialog>
      <Palette isOpen={isPaletteOpen} onClose={() => setPaletteOpen(false)} />
    </div>
  );
}

/** Operators share addresses of pages that a key holder may not see. */
function VisitorOutlet() {
  const { kind } = useVisitor();
  const route = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' });
  const page = kind === 'key' ? findOperatorPage(route) : undefined;
  return page === undefined ? <Outlet /> : <OperatorsPage title={page.title} />;
}

function SearchButton({ onClick }: { readonly onClick: () => void }) {
  const { t } = useLanguage();
  return (
    <div className="px-3 pb-2">
      <button
        type="button"
        onClick={onClick}
        className="flex min-h-9 w-full items-center gap-2 rounded-lg border bg-sunken px-3 text-sm text-muted hover:text-text"
      >
        <Search aria-hidden className="size-4" />
        <span className="flex-1 text-left">{t('shell.search')}</span>
        <kbd className="font-sans text-xs">{isApple() ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
    </div>
  );
}

function VisitorPanel() {
  const { t } = useLanguage();
  const { kind, name, role, version } = useVisitor();
  const detail =
    kind === 'key' ? t('shell.keyHolder') : role === 'admin' ? t('shell.admin') : t('shell.viewer');
  return (
    <div className="border-t p-3">
      <PreferenceButtons />
      <div className="mt-2 flex items-center gap-2 px-1">
        <div className="min-w-0 flex-1">
          <p className="line-clamp-2 text-sm font-medium wrap-anywhere">{name ?? detail}</p>
          <p className="truncate text-xs text-muted">
            {detail} · {version}
          </p>
        </div>
        <IconButton label={t('shell.signOut')} onClick={() => void signOut()}>
          <LogOut aria-hidden className="size-4" />
        </IconButton>
      </div>
    </div>
  );
}

/** Ctrl K, or ⌘ K on Apple's machines. */
function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', listen);
    };
  });
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
