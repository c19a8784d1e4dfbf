/**
 * Finds the endpoint that a path means. Clients build paths from a base URL, and many base URLs have a segment
 * too many, too few, or a slash in the wrong place. Used by the HTTP application.
 */
import { trimSlashes } from '../models/providers/endpoint.ts';

/** The path of an endpoint, and what else a client's path says. */
export interface EndpointPath {
  /** The path of an endpoint such as `/v1/models`, or the client's own path when it means none. */
  readonly path: string;
  /** The call name, where the path has one: Azure's clients name the model as a deployment. */
  readonly callName?: string;
}

/** The segments before an endpoint that lead nowhere else: versions, and the formats and roots of base URLs. */
const mount = /^\/*(?:(?:v1|v1beta|v1alpha|api|openai|anthropic)\/+)*/;

/** A deployment is a call name, which may contain slashes itself. */
const deployment = /^deployments\/([^/].*?)\/((?:chat\/)?completions|embeddings|responses)$/;

/**
 * Creates a function that finds the endpoint of a path. It only ever leads to the given paths and those below
 * them, so no spelling of a path leads to an extension, such as the admin API.
 * @param paths the paths of all endpoints, in the syntax of Hono; where they have several versions, the first one
 *   is used for a path without one
 */
export function createPathReader(paths: readonly string[]): (path: string) => EndpointPath {
  const versions = listVersions(paths);
  return (path) => {
    const [mounted = ''] = mount.exec(path) ?? [];
    const rest = trimSlashes(path.slice(mounted.length));
    const [, name, endpoint = rest] = deployment.exec(rest) ?? [];
    const served = versions.get(endpoint.split('/', 1)[0] ?? '');
    if (served === undefined) return { path };
    const written = /([^/]+)\/+$/.exec(mounted)?.[1] ?? '';
    const version = served.includes(written) ? written : (served[0] ?? '');
    const found = `/${version}/${endpoint}`;
    return name === undefined ? { path: found } : { path: found, callName: decodeName(name) };
  };
}

/** The versions below which there are endpoints, by the first segment after the version. */
function listVersions(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const versions = new Map<string, readonly string[]>();
  for (const path of paths) {
    const [, version = '', root] = path.split('/');
    if (root !== undefined) versions.set(root, [...(versions.get(root) ?? []), version]);
  }
  return versions;
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
