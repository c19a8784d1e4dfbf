/** Every page of the console, by who may see it; the tests of all pages go through these lists. */

export const operatorPages = [
  '/',
  '/keys',
  '/keys?create=true',
  '/models',
  '/playground',
  '/groups',
  '/groups?tab=dry-run&model=demo/echo',
  '/providers',
  '/requests',
  '/usage',
  '/ledger',
  '/api',
  '/settings',
  '/settings?tab=alerts',
] as const;

export const holderPages = [
  '/',
  '/setup',
  '/models',
  '/playground',
  '/requests',
  '/usage',
] as const;
