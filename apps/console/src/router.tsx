/**
 * The routes of the console. All pages are loaded with the first one: a page that is opened while the gateway is
 * down can say so, instead of being replaced by an error of the browser.
 */
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { AppShell } from './layout/app-shell.tsx';
import { BrokenPage, UnknownPage } from './layout/error-page.tsx';
import { GroupsPage } from './pages/groups/groups-page.tsx';
import { readGroupsSearch } from './pages/groups/search.ts';
import { HomePage } from './pages/home/home-page.tsx';
import { KeyPage } from './pages/key/key-page.tsx';
import { KeysPage } from './pages/keys/keys-page.tsx';
import { readKeysSearch } from './pages/keys/search.ts';
import { LedgerPage } from './pages/ledger/ledger-page.tsx';
import { readLedgerSearch } from './pages/ledger/search.ts';
import { ModelsPage } from './pages/models/models-page.tsx';
import { readModelsSearch } from './pages/models/search.ts';
import { PlaygroundPage } from './pages/playground/playground-page.tsx';
import { readPlaygroundSearch } from './pages/playground/search.ts';
import { ProvidersPage } from './pages/providers/providers-page.tsx';
import { readProvidersSearch } from './pages/providers/search.ts';
import { ReferencePage } from './pages/reference/reference-page.tsx';
import { readReferenceSearch } from './pages/reference/search.ts';
import { RequestPage } from './pages/request/request-page.tsx';
import { RequestsPage } from './pages/requests/requests-page.tsx';
import { readRequestsSearch } from './pages/requests/search.ts';
import { readSettingsSearch } from './pages/settings/search.ts';
import { SettingsPage } from './pages/settings/settings-page.tsx';
import { SetupPage } from './pages/setup/setup-page.tsx';
import { readUsageSearch } from './pages/usage/search.ts';
import { UsagePage } from './pages/usage/usage-page.tsx';

const root = createRootRoute({ component: AppShell });
const getParentRoute = () => root;

const routes = [
  createRoute({
    getParentRoute,
    path: '/',
    component: HomePage,
  }),
  createRoute({
    getParentRoute,
    path: '/keys',
    validateSearch: readKeysSearch,
    component: KeysPage,
  }),
  createRoute({
    getParentRoute,
    path: '/keys/$id',
    component: KeyPage,
  }),
  createRoute({
    getParentRoute,
    path: '/setup',
    component: SetupPage,
  }),
  createRoute({
    getParentRoute,
    path: '/models',
    validateSearch: readModelsSearch,
    component: ModelsPage,
  }),
  createRoute({
    getParentRoute,
    path: '/playground',
    validateSearch: readPlaygroundSearch,
    component: PlaygroundPage,
  }),
  createRoute({
    getParentRoute,
    path: '/groups',
    validateSearch: readGroupsSearch,
    component: GroupsPage,
  }),
  createRoute({
    getParentRoute,
    path: '/providers',
    validateSearch: readProvidersSearch,
    component: ProvidersPage,
  }),
  createRoute({
    getParentRoute,
    path: '/requests',
    validateSearch: readRequestsSearch,
    component: RequestsPage,
  }),
  createRoute({
    getParentRoute,
    path: '/requests/$id',
    component: RequestPage,
  }),
  createRoute({
    getParentRoute,
    path: '/usage',
    validateSearch: readUsageSearch,
    component: UsagePage,
  }),
  createRoute({
    getParentRoute,
    path: '/ledger',
    validateSearch: readLedgerSearch,
    component: LedgerPage,
  }),
  createRoute({
    getParentRoute,
    path: '/api',
    validateSearch: readReferenceSearch,
    component: ReferencePage,
  }),
  createRoute({
    getParentRoute,
    path: '/settings',
    validateSearch: readSettingsSearch,
    component: SettingsPage,
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  // Removes what no page reads, or what it reads as wrong.
  search: { strict: true },
  defaultErrorComponent: BrokenPage,
  defaultNotFoundComponent: UnknownPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
