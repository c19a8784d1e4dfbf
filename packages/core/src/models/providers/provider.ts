import type { DialectId } from '@parley/protocol';

/** What we know of a vendor: data, so that a vendor that speaks a known dialect needs no code. */
export interface Provider {
  /** Lower-case, used in configuration and as the first part of a call name. */
  readonly id: string;
  /** As the vendor writes it. */
  readonly name: string;
  /** Environment variables that may hold the credential, first match wins. Empty: none is needed. */
  readonly credentialEnvironment: readonly string[];
  /**
   * True when the credential's variable usually holds a credential for more than models, so that it
   * is never picked up unasked.
   */
  readonly credentialIsGeneral?: boolean;
  /**
   * Environment variables that replace the base address of a dialect. Without them the rule is the
   * first credential's name with `_BASE_URL` in place of its ending, for the first dialect and those
   * at the same address.
   */
  readonly baseUrlEnvironment?: Partial<Readonly<Record<DialectId, readonly string[]>>>;
  /**
   * Base address by dialect, without a final slash; the first is preferred for foreign callers.
   * `openai-chat` and `openai-responses` addresses include the version (`…/v1`), the others do not.
   */
  readonly baseUrls: Partial<Readonly<Record<DialectId, string>>>;
  /** The dialect of a provider without an address of its own: that of a plain `base_url`. */
  readonly expectedDialect?: DialectId;
  /**
   * How the credential is sent, for every dialect: `bearer`, or the lower-case name of the header that
   * holds it bare. Without it each dialect has its own way (`usualWays` in `endpoint.ts`).
   */
  readonly authorization?: Lowercase<string>;
  /** True when the vendor makes the models itself, so that their bare names belong to it. */
  readonly makesModels?: boolean;
  /** True when nobody is paid for its tokens, because people run it themselves. */
  readonly free?: boolean;
  /** Model names known when this was written; discovery adds the rest. */
  readonly models?: readonly string[];
  /** What its list of models writes before the names that its endpoint takes, such as `models/`. */
  readonly listedPrefix?: string;
  /** Which package answers in place of a network; absent for every real vendor. */
  readonly builtIn?: 'demo';
}
