/** The state of an upstream as a badge. */
import type { View } from '../api/client.ts';
import { useLanguage } from '../i18n/provider.tsx';
import { Badge, type Tone } from '../ui/notice.tsx';

export type UpstreamState = View<'UpstreamHealth'>['state'];

const tones = {
  ready: 'good',
  resting: 'warn',
  untried: 'neutral',
} as const satisfies Readonly<Record<UpstreamState, Tone>>;

const titles = {
  ready: 'configuration.ready',
  resting: 'configuration.resting',
  untried: 'configuration.untried',
} as const satisfies Readonly<Record<UpstreamState, string>>;

export function TargetState({ state }: { readonly state: UpstreamState }) {
  const { t } = useLanguage();
  return <Badge tone={tones[state]}>{t(titles[state])}</Badge>;
}
