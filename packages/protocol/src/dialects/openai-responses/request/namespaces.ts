// Splits and joins tool names and their namespaces, for Responses requests and replies.
import type { Tool } from '../../../canonical/request.ts';

const separator = '__';

/** The name of a tool prefixed with its namespace, as other dialects use it. */
export function qualifiedName(namespace: string | null | undefined, name: string): string {
  return namespace ? `${namespace}${separator}${name}` : name;
}

/** A tool's name in this format: separate from its namespace. */
export interface SplitName {
  readonly name: string;
  readonly namespace?: string;
}

/**
 * Restores the namespaces of called tools. Only declared tools have one: a name that merely looks prefixed
 * stays whole.
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
