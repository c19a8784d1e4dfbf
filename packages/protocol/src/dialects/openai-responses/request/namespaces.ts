// Names of tools in namespaces, split and joined for Responses requests and replies.
import type { Tool } from '../../../canonical/request.ts';

const separator = '__';

/** The name of a tool together with its namespace's, under which other dialects know it. */
export function qualifiedName(namespace: string | null | undefined, name: string): string {
  return namespace ? `${namespace}${separator}${name}` : name;
}

/** A tool's name as this format writes it: apart from its namespace. */
export interface SplitName {
  readonly name: string;
  readonly namespace?: string;
}

/**
 * Finds the namespaces of called tools again. Only declared tools have one: a name that merely looks
 * composed stays whole.
 */
export function createNameSplitter(tools: readonly Tool[]): (name: string) => SplitName {
  const namespaces = new Map(
    tools.map((tool) => [tool.name, tool.kind === 'server' ? undefined : tool.namespace]),
  );
  return (name) => {
    const namespace = namespaces.get(name);
    return namespace === undefined
      ? { name }
      : { name: name.slice(namespace.length + separator.length), namespace };
  };
}
