/** Reads the OpenAPI document of the gateway as a list of operations. */

/** The keywords of JSON Schema that the document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  /** Limits. */
  readonly [limit: string]: unknown;
}
export type Schemas = Readonly<Record<string, Schema>>;

interface Content {
  readonly 'application/json'?: { readonly schema?: Schema };
}

interface Described {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly externalDocs?: { readonly url: string };
  readonly requestBody?: { readonly required?: boolean; readonly content?: Content };
  readonly responses?: Readonly<
    Record<string, { readonly description?: string; readonly content?: Content }>
  >;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Schemas };
}

export interface Operation {
  readonly id: string;
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  readonly group: string;
  readonly summary: string;
  readonly description: string;
  /** Who may call: operators, holders of a key, or everybody. */
  readonly caller: 'admin' | 'key' | 'public';
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  /** The page of the vendor that describes the bodies, in place of schemas. */
  readonly vendorPage: string | undefined;
  /** Whether a request has a body, with or without a schema. */
  readonly takesBody: boolean;
  readonly answers: readonly {
    readonly status: string;
    readonly description: string;
    readonly schema: Schema | undefined;
  }[];
}

export function listOperations({ paths }: ApiDocument): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => readOperation(method, path, described)),
  );
}

function readOperation(method: string, path: string, described: Described): Operation {
  const vendorPage = described.externalDocs?.url;
  // Where the vendor describes the fields, the document names none.
  const schemaOf = (content: Content | undefined) =>
    vendorPage === undefined ? content?.['application/json']?.schema : undefined;
  return {
    id: described.operationId,
    method: method.toUpperCase(),
    path,
    group: described.tags?.[0] ?? groupOf(path),
    summary: described.summary ?? path,
    description: described.description ?? '',
    caller: callerOf(path, described),
    parameters: described.parameters ?? [],
    body: schemaOf(described.requestBody?.content),
    vendorPage,
    takesBody: described.requestBody !== undefined,
    answers: Object.entries(described.responses ?? {}).map(([status, answer]) => ({
      status,
      description: answer.description ?? '',
      schema: schemaOf(answer.content),
    })),
  };
}

/** For operations without a tag. */
function groupOf(path: string): string {
  const [surface = '', , name = ''] = path.slice(1).split('/');
  if (surface === 'admin' || surface === 'key') return name;
  return surface.startsWith('v1') ? '/v1' : '/';
}

function callerOf(path: string, { security = [] }: Described): Operation['caller'] {
  if (path.startsWith('/admin/')) return 'admin';
  return security.length === 0 ? 'public' : 'key';
}

/** Groups in the order in which they first appear, with only what matches. */
export function groupOperations(
  operations: readonly Operation[],
  query: string,
): ReadonlyMap<string, readonly Operation[]> {
  const words = query.toLocaleLowerCase().split(/\s+/);
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) {
    const { method, path, group, summary } = operation;
    const text = `${method} ${path} ${group} ${summary}`.toLocaleLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    const found = groups.get(group);
    if (found === undefined) groups.set(group, [operation]);
    else found.push(operation);
  }
  return groups;
}
