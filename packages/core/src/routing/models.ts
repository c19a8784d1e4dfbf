import { compareText } from '../configuration/text-order.ts';
import { aliasOf } from './alias.ts';
import { findRoute, resolveCallName } from './call-name.ts';
import type { Group, Route } from './snapshot.ts';

/** A model as a caller may see it. */
export interface ModelEntry {
  /** What the caller writes in `model`. */
  readonly id: string;
  readonly displayName: string;
  readonly ownedBy: string;
  /** Seconds since 1970; 0 when nobody told. */
  readonly createdAt: number;
  /** In tokens; absent when unknown. */
  readonly maxInputTokens?: number;
  readonly maxOutputTokens?: number;
}

export interface ModelListOptions {
  /** Also lists the aliases for clients whose picker hides most names. */
  readonly aliases: boolean;
}

/**
 * Every name a key of this group may write, sorted: call names, the same behind the group's
 * fingerprint, and aliases on request. Each of them resolves to the route it was made from.
 */
export function listModels(group: Group, { aliases }: ModelListOptions): readonly ModelEntry[] {
  const entries: ModelEntry[] = [];
  for (const route of group.routes.values()) {
    entries.push(entryOf(group, route, route.callName));
    for (const name of otherNames(group, route, aliases)) {
      // A longer name may be another route's own call name, which goes first when it is asked for.
      if (findRoute(group, name) === route) entries.push(entryOf(group, route, name));
    }
  }
  return entries.sort((a, b) => compareText(a.id, b.id));
}

/**
 * The entry of one name.
 * @throws GatewayError `not-found` as `resolveCallName` does
 */
export function describeModel(group: Group, name: string): ModelEntry {
  return entryOf(group, resolveCallName(group, name), name);
}

function otherNames(group: Group, route: Route, aliases: boolean): string[] {
  const { fingerprint } = group;
  const prefixed = fingerprint === undefined ? undefined : `${fingerprint}/${route.callName}`;
  const alias = aliases ? aliasOf(group, route) : undefined;
  return [prefixed, alias].filter((name) => name !== undefined);
}

function entryOf({ fingerprint }: Group, route: Route, id: string): ModelEntry {
  const { displayName, ownedBy, createdAt = 0, maxInputTokens, maxOutputTokens } = route;
  const isPlain = id === route.callName || fingerprint === undefined;
  return {
    id,
    displayName: isPlain ? displayName : `${displayName} (${fingerprint})`,
    ownedBy,
    createdAt,
    ...(maxInputTokens !== undefined && { maxInputTokens }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
  };
}
