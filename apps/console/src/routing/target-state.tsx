/** The state of an upstream as a badge. */
import { useLanguage } from '../i18n/provider.tsx';
import { Badge, type Tone } from '../ui/notice.tsx';
import type { ShownState } from './upstream-state.ts';

const tones = {
  ready: 'good',
  failing: 'warn',
  resting: 'bad',
  untried: 'neutral',
} as const satisfies Readonly<Record<ShownState, Tone>>;

const titles = {
  ready: 'configuration.ready',
  failing: 'configuration.failing',
  resting: 'configuration.resting',
  untried: 'configuration.untried',
} as const satisfies Readonly<Record<ShownState, string>>;

export function TargetState({ state }: { readonly state: ShownState }) {
  const { t } = useLanguage();
  return <Badge tone={tones[state]}>{t(titles[state])}</Badge>;
}
