/** Upstreams as the cards show them: entity, health and provider. */
import type { View } from '../../api/client.ts';
import { isDraft, textOf } from '../../configuration/draft.ts';
import type { Entity } from '../../configuration/entities.ts';
import type { Health } from '../../routing/upstream-state.ts';

export type { Health };
export type Provider = View<'Provider'>;
/** Where an upstream that the console cannot change comes from. */
export type Origin = Pick<View<'Configuration'>['parts'][number], 'from' | 'detail'>;

export interface UpstreamCardFacts {
  readonly entity: Entity;
  /** Absent while unknown, and for upstreams that are not used. */
  readonly health: Health | undefined;
  /** Whether the gateway does not use it, because it is invalid or its credential cannot be decrypted. */
  readonly isLeftOut: boolean;
  readonly provider: Provider | undefined;
  /** Absent while unknown. */
  readonly origin: Origin | undefined;
}

/** What the cards are made of. */
export interface UpstreamReadings {
  readonly entities: readonly Entity[];
  readonly health: readonly Health[] | undefined;
  readonly providers: readonly Provider[];
  readonly parts: View<'Configuration'>['parts'];
}

/** Upstreams with an open circuit breaker and unused ones come first. */
export function joinUpstreams({
  entities,
  health,
  providers,
  parts,
}: UpstreamReadings): readonly UpstreamCardFacts[] {
  const rank = ({ health: found, isLeftOut }: UpstreamCardFacts) =>
    isLeftOut || found?.state === 'resting' ? 0 : 1;
  return entities
    .map((entity) => {
      const found = health?.find(({ upstream }) => upstream === entity.name);
      return {
        entity,
        health: found,
        isLeftOut: health !== undefined && found === undefined,
        provider: providers.find(({ id }) => id === textOf(entity.configuration['provider'])),
        origin: parts.find(({ path }) => path === `upstreams.${entity.name}.provider`),
      };
    })
    .toSorted((one, other) => rank(one) - rank(other));
}

/** Whether nobody has set up a provider yet: the upstreams use none but the built-in `demo`. */
export function hasOnlyDemo(providers: readonly string[]): boolean {
  return providers.every((id) => id === 'demo');
}

/** The base URLs of an upstream: its own or those of its provider. */
export function addressesOf({ entity, provider }: UpstreamCardFacts): readonly string[] {
  const own: unknown = entity.configuration['base_url'];
  const addresses = isDraft(own)
    ? Object.values({ ...provider?.base_urls, ...own }).map(textOf)
    : [textOf(own)].filter((text) => text !== '');
  const known = Object.values(provider?.base_urls ?? {});
  return [...new Set(addresses.length === 0 ? known : addresses)];
}

/** Providers whose name or id contains a text; those in use come last. */
export function findProviders(providers: readonly Provider[], query: string): readonly Provider[] {
  const part = query.trim().toLowerCase();
  return providers.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(part));
}

/** An unused name for another upstream of a provider. */
export function proposeName(provider: string, taken: readonly string[]): string {
  let name = provider;
  for (let number = 2; taken.includes(name); number += 1) name = `${provider}-${number}`;
  return name;
}
