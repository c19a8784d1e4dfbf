/** The clients that a page shows, and the settings of a key as a file. */
import {
  configurableClients,
  describeClients,
  type Client,
  type ModelFacts,
} from '@parley/clients';

/** The placeholder of a secret, which is shown only once. */
export const placeholder = 'YOUR_PARLEY_KEY';

/** What a page knows of a connection. */
export interface PageConnection {
  /** The secret of a new key, otherwise a placeholder. */
  readonly secret?: string | undefined;
  readonly model: string;
  readonly models: readonly string[];
  readonly facts?: ReadonlyMap<string, ModelFacts>;
}

/** What is known of call names, as the admin API lists them. */
export function readFacts(
  names: readonly {
    readonly name: string;
    readonly max_input_tokens: number | null;
    readonly max_output_tokens: number | null;
    readonly accepts_images: boolean | null;
  }[],
): ReadonlyMap<string, ModelFacts> {
  return new Map(
    names.map(({ name, max_input_tokens, max_output_tokens, accepts_images }) => [
      name,
      {
        ...(max_input_tokens !== null && { contextTokens: max_input_tokens }),
        ...(max_output_tokens !== null && { outputTokens: max_output_tokens }),
        ...(accepts_images !== null && { acceptsImages: accepts_images }),
      },
    ]),
  );
}

/** @param only ids of the clients to show; all by default */
export function listClients(
  { secret = placeholder, ...connection }: PageConnection,
  only?: readonly string[],
): readonly Client[] {
  const clients = describeClients({ url: location.origin, key: secret, ...connection });
  return only === undefined ? clients : clients.filter(({ id }) => only.includes(id));
}

/** Variables that the official libraries read, as a `.env` file. */
export function writeEnvFile(url: string, key: string): string {
  const libraries = configurableClients.filter(({ program }) => program === undefined);
  const variables = libraries.map((library) => library.setUp({ url, key }).environment);
  const lines = Object.entries(Object.assign({}, ...variables) as Record<string, string>).map(
    ([name, value]) => `${name}=${value}`,
  );
  return `${lines.join('\n')}\n`;
}

/** Responds without a network; the other models of the demo provider simulate failures. */
const safest = 'demo/echo';

/** The suggested call name: the offline model, otherwise a free one. */
export function chooseName(
  names: readonly { readonly name: string; readonly free: boolean }[],
): string | undefined {
  const found =
    names.find(({ name }) => name === safest) ?? names.find(({ free }) => free) ?? names[0];
  return found?.name;
}
