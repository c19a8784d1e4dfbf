// Splits and joins tool names and their namespaces, for Responses requests and replies.
import type { CustomTool, FunctionTool, Tool } from '../../../canonical/request.ts';
import type { NameMap } from '../../../history/names.ts';
import type { NamespaceToolParam, ToolParam } from './types.ts';

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

/** Names within a namespace are those of the client, which uses this format as well. */
export function upstreamName(
  { name: qualified, namespace }: FunctionTool | CustomTool,
  names: Pick<NameMap, 'toUpstream'>,
): string {
  return namespace === undefined
    ? names.toUpstream(qualified)
    : qualified.slice(namespace.length + separator.length);
}

/** A tool and what is written for it, without its namespace. */
export interface WrittenTool {
  readonly tool: Tool;
  readonly param: ToolParam;
}

/** Groups the tools of a namespace again, at the place of its first one. */
export function groupTools(written: readonly WrittenTool[]): (ToolParam | NamespaceToolParam)[] {
  const groups = new Map<string, NamespaceToolParam>();
  return written.flatMap(({ tool, param }): (ToolParam | NamespaceToolParam)[] => {
    if (tool.kind === 'server' || tool.namespace === undefined) return [param];
    const { namespace: name, namespaceDescription: description = '' } = tool;
    const group = groups.get(name);
    if (group !== undefined) {
      group.tools.push(param);
      return [];
    }
    const opened: NamespaceToolParam = { type: 'namespace', name, description, tools: [param] };
    groups.set(name, opened);
    return [opened];
  });
}
