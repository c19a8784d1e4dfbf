/** Upstreams as the cards show them: what is declared, how it does, and what the catalogue knows. */
import type { View } from '../../api/client.ts';
import { isDraft, textOf } from '../../configuration/draft.ts';
import type { Entity } from '../../configuration/entities.ts';

export type Health = View<'UpstreamHealth'>;
export type Provider = View<'Provider'>;

export interface UpstreamCardFacts {
  readonly entity: Entity;
  /** Absent while it is not known, and for a part that does not fit into the configuration. */
  readonly health: Health | undefined;
  readonly provider: Provider | undefined;
}

/** Those that rest come first, because somebody may have to do something. */
export function joinUpstreams(
  entities: readonly Entity[],
  health: readonly Health[] = [],
  providers: readonly Provider[] = [],
): readonly UpstreamCardFacts[] {
  const rest = ({ health: found }: UpstreamCardFacts) => (found?.state === 'resting' ? 0 : 1);
  return entities
    .map((entity) => ({
      entity,
      health: health.find(({ upstream }) => upstream === entity.name),
      provider: providers.find(({ id }) => id === textOf(entity.configuration['provider'])),
    }))
    .toSorted((one, other) => rest(one) - rest(other));
}

/** Where an upstream is called: its own addresses, or else those of its provider. */
export function addressesOf({ entity, provider }: UpstreamCardFacts): readonly string[] {
  const own: unknown = entity.configuration['base_url'];
  const addresses = isDraft(own)
    ? Object.values({ ...provider?.base_urls, ...own }).map(textOf)
    : [textOf(own)].filter((text) => text !== '');
  const known = Object.values(provider?.base_urls ?? {});
  return [...new Set(addresses.length === 0 ? known : addresses)];
}

/** Providers of which the name or the id holds a text, those in use last. */
export function findProviders(providers: readonly Provider[], query: string): readonly Provider[] {
  const part = query.trim().toLowerCase();
  return providers.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(part));
}

/** A name for another upstream of a provider that nobody has. */
export function proposeName(provider: string, taken: readonly string[]): string {
  let name = provider;
  for (let number = 2; taken.includes(name); number += 1) name = `${provider}-${number}`;
  return name;
}

/** Headers as lines such as `x-team: research`. */
export function formatHeaders(headers: unknown): string {
  if (!isDraft(headers)) return '';
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${textOf(value)}`)
    .join('\n');
}

export function parseHeaders(text: string): Readonly<Record<string, string>> | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return undefined;
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim(), value.join(':').trim()];
    }),
  );
}
