/** What is known of a vendor; the other files of this folder hold the data. */
import type { DialectId } from '@parley/protocol';

/** The data of one vendor. A vendor that speaks a known dialect needs no code. */
export interface Provider {
  /** Lower-case, used in configuration and as the first part of a call name. */
  readonly id: string;
  /** As the vendor writes it. */
  readonly name: string;
  /** Environment variables that may hold the credential, the first match is used. Empty: none is needed. */
  readonly credentialEnvironment: readonly string[];
  /**
   * True when the variable usually holds a credential for more than models, such as a cloud account; it is
   * then used only where the configuration names it.
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
  /** True when its tokens cost nothing, because people run it themselves. */
  readonly free?: boolean;
  /** Model names that are known without a call; used until the upstream has listed its models. */
  readonly models?: readonly string[];
  /** What its list of models puts before each name, such as `models/`. */
  readonly listedPrefix?: string;
  /** Which package answers in place of a network; absent for every real vendor. */
  readonly builtIn?: 'demo';
}
