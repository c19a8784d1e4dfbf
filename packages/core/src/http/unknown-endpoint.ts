/** The error for paths that do not exist, which names the endpoint that a path resembles most. */
import { GatewayError, redactSecrets } from '@parley/protocol';
import { editDistance } from '../configuration/names.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

/** The paths that the error may name. */
const suggested = Object.values<Endpoint>(endpoints)
  .filter(({ policy }) => policy === 'key')
  .map(({ path }) => showPath(path));

/** A path with its parameters as OpenAPI writes them: `/v1/models/{id}` for `/v1/models/:id`. */
export function showPath(path: string): string {
  return path.replace(/:(\w+)(?:\{.*\})?/g, '{$1}');
}

/** Longer paths are cut in the message, in characters. */
const shownLength = 200;

/** What is compared to find the nearest endpoint. */
export interface NearestOptions {
  /** The path that the request means; its own one by default. */
  readonly path?: string;
  /** At least one; by default the public endpoints of models. */
  readonly candidates?: readonly string[];
}

/** The error for a path that no endpoint has. It names the nearest one, and repeats the path without secrets. */
export function createUnknownEndpointError(
  request: Request,
  { path, candidates = suggested }: NearestOptions = {},
): GatewayError {
  const { pathname } = new URL(request.url);
  const asked = redactSecrets(pathname).slice(0, shownLength);
  const nearest = findNearestPath(path ?? pathname, candidates);
  const message = `There is no endpoint ${asked}. The nearest one is ${nearest}.`;
  return new GatewayError('not-found', message, { reason: 'unknown_endpoint' });
}

/** Longer paths are compared by their beginning, in characters. */
const comparedLength = 64;

/**
 * The path with the most leading segments in common with the given one; among those, the one that takes the
 * fewest edits to reach.
 * @param candidates at least one
 */
export function findNearestPath(path: string, candidates: readonly string[]): string {
  const asked = path.slice(0, comparedLength);
  const compared = candidates.map((candidate) => ({
    candidate,
    shared: countShared(asked, candidate),
    edits: editDistance(asked, candidate),
  }));
  const nearest = compared.reduce((best, each) => {
    const nearer = each.shared - best.shared || best.edits - each.edits;
    return nearer > 0 ? each : best;
  });
  return nearest.candidate;
}

/** The number of leading segments that two paths have in common. */
function countShared(one: string, other: string): number {
  const segments = other.split('/');
  const asked = one.split('/');
  const differing = asked.findIndex((segment, index) => segment !== segments[index]);
  return differing === -1 ? asked.length : differing;
}
