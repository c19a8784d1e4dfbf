/** All pages with their section, icon and audience, for the sidebar and the command palette. */
import {
  Activity,
  BookOpen,
  Boxes,
  ChartNoAxesColumn,
  Code,
  House,
  KeyRound,
  MessagesSquare,
  Plug,
  Route,
  Settings,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import type { Visitor } from '../api/visitor.tsx';
import type { PlainMessageKey } from '../i18n/messages.ts';

export interface Destination {
  readonly path:
    | '/'
    | '/keys'
    | '/setup'
    | '/models'
    | '/playground'
    | '/groups'
    | '/providers'
    | '/requests'
    | '/usage'
    | '/ledger'
    | '/api'
    | '/settings';
  readonly title: PlainMessageKey;
  readonly icon: LucideIcon;
  readonly visitors: readonly Visitor['kind'][];
}

export interface Section {
  readonly title: PlainMessageKey | null;
  readonly destinations: readonly Destination[];
}

const everybody = ['operator', 'key'] as const;
const operators = ['operator'] as const;

const sections: readonly Section[] = [
  {
    title: null,
    destinations: [{ path: '/', title: 'nav.home', icon: House, visitors: everybody }],
  },
  {
    title: 'nav.use',
    destinations: [
      { path: '/keys', title: 'nav.keys', icon: KeyRound, visitors: operators },
      { path: '/setup', title: 'nav.setup', icon: Code, visitors: ['key'] },
      { path: '/models', title: 'nav.models', icon: Boxes, visitors: everybody },
      { path: '/playground', title: 'nav.playground', icon: MessagesSquare, visitors: everybody },
    ],
  },
  {
    title: 'nav.route',
    destinations: [
      { path: '/groups', title: 'nav.groups', icon: Route, visitors: operators },
      { path: '/providers', title: 'nav.providers', icon: Plug, visitors: operators },
    ],
  },
  {
    title: 'nav.observe',
    destinations: [
      { path: '/requests', title: 'nav.requests', icon: Activity, visitors: everybody },
      { path: '/usage', title: 'nav.usage', icon: ChartNoAxesColumn, visitors: everybody },
      { path: '/ledger', title: 'nav.ledger', icon: Wallet, visitors: operators },
    ],
  },
  {
    title: 'nav.manage',
    destinations: [
      { path: '/api', title: 'nav.api', icon: BookOpen, visitors: operators },
      { path: '/settings', title: 'nav.settings', icon: Settings, visitors: operators },
    ],
  },
];

/** The page of a route, if it is only for operators. */
export function findOperatorPage(route: string): Destination | undefined {
  const path = `/${route.split('/')[1] ?? ''}`;
  return sections
    .flatMap(({ destinations }) => destinations)
    .find((page) => page.path === path && !page.visitors.includes('key'));
}

/** The pages of a visitor, without empty sections. */
export function sectionsFor({ kind }: Visitor): readonly Section[] {
  return sections
    .map((section) => ({
      ...section,
      destinations: section.destinations.filter(({ visitors }) => visitors.includes(kind)),
    }))
    .filter(({ destinations }) => destinations.length > 0);
}
