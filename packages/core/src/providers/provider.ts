import type { DialectId } from '@parley/protocol';
import type { UpstreamTransport } from '../ports.ts';

/** What we know of a vendor: data, so that a vendor that speaks a known dialect needs no code. */
export interface Provider {
  /** Lower-case, used in configuration and as the first part of a call name. */
  readonly id: string;
  /** As the vendor writes it. */
  readonly name: string;
  /** Environment variables that may hold the credential, first match wins. Empty: none is needed. */
  readonly credentialEnvironment: readonly string[];
  /** Environment variables that replace the base address of a dialect. */
  readonly baseUrlEnvironment?: Partial<Readonly<Record<DialectId, readonly string[]>>>;
  /**
   * Base address by dialect, without a final slash; the first is preferred for foreign callers.
   * `openai-chat` addresses include the version (`…/v1`), `anthropic-messages` addresses do not.
   */
  readonly baseUrls: Partial<Readonly<Record<DialectId, string>>>;
  /** How the credential travels, where the dialect's usual way does not do. */
  readonly authorization?: 'bearer' | 'x-api-key';
  /** True when the vendor makes the models itself, so that their bare names belong to it. */
  readonly makesModels?: boolean;
  /** Model names known when this was written; discovery adds the rest. */
  readonly models?: readonly string[];
  /** Lent by providers that answer without a network, such as `demo`. */
  readonly transport?: UpstreamTransport;
}
