/** The routes of the console. Each page is a chunk that is loaded when it is first opened. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { AppShell } from './layout/app-shell.tsx';
import { BrokenPage, UnknownPage } from './layout/error-page.tsx';
import { readGroupsSearch } from './pages/groups/search.ts';
import { readKeysSearch } from './pages/keys/search.ts';
import { readLedgerSearch } from './pages/ledger/search.ts';
import { readModelsSearch } from './pages/models/search.ts';
import { readPlaygroundSearch } from './pages/playground/search.ts';
import { readProvidersSearch } from './pages/providers/search.ts';
import { readReferenceSearch } from './pages/reference/search.ts';
import { readRequestsSearch } from './pages/requests/search.ts';
import { readSettingsSearch } from './pages/settings/search.ts';
import { readUsageSearch } from './pages/usage/search.ts';

const root = createRootRoute({ component: AppShell });
const getParentRoute = () => root;

const routes = [
  createRoute({
    getParentRoute,
    path: '/',
    component: lazyRouteComponent(() => import('./pages/home/home-page.tsx'), 'HomePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/keys',
    validateSearch: readKeysSearch,
    component: lazyRouteComponent(() => import('./pages/keys/keys-page.tsx'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/keys/$id',
    component: lazyRouteComponent(() => import('./pages/key/key-page.tsx'), 'KeyPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/setup',
    component: lazyRouteComponent(() => import('./pages/setup/setup-page.tsx'), 'SetupPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/models',
    validateSearch: readModelsSearch,
    component: lazyRouteComponent(() => import('./pages/models/models-page.tsx'), 'ModelsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/playground',
    validateSearch: readPlaygroundSearch,
    component: lazyRouteComponent(
      () => import('./pages/playground/playground-page.tsx'),
      'PlaygroundPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/groups',
    validateSearch: readGroupsSearch,
    component: lazyRouteComponent(() => import('./pages/groups/groups-page.tsx'), 'GroupsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/providers',
    validateSearch: readProvidersSearch,
    component: lazyRouteComponent(
      () => import('./pages/providers/providers-page.tsx'),
      'ProvidersPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/requests',
    validateSearch: readRequestsSearch,
    component: lazyRouteComponent(
      () => import('./pages/requests/requests-page.tsx'),
      'RequestsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/requests/$id',
    component: lazyRouteComponent(() => import('./pages/request/request-page.tsx'), 'RequestPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/usage',
    validateSearch: readUsageSearch,
    component: lazyRouteComponent(() => import('./pages/usage/usage-page.tsx'), 'UsagePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/ledger',
    validateSearch: readLedgerSearch,
    component: lazyRouteComponent(() => import('./pages/ledger/ledger-page.tsx'), 'LedgerPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/api',
    validateSearch: readReferenceSearch,
    component: lazyRouteComponent(
      () => import('./pages/reference/reference-page.tsx'),
      'ReferencePage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings',
    validateSearch: readSettingsSearch,
    component: lazyRouteComponent(
      () => import('./pages/settings/settings-page.tsx'),
      'SettingsPage',
    ),
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  defaultErrorComponent: BrokenPage,
  defaultNotFoundComponent: UnknownPage,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
