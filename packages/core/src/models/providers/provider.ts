/** The type of provider data; the other files of this folder hold the data. */
import type { DialectId } from '@parley/protocol';

/** The data of one vendor. A vendor that uses a known dialect needs no code. */
export interface Provider {
  /** Lower-case, used in configuration and as the first part of a call name. */
  readonly id: string;
  /** As the vendor writes it. */
  readonly name: string;
  /**
   * Environment variables that may hold the credential; the first one that is set is used. Empty when no
   * credential is needed.
   */
  readonly credentialEnvironment: readonly string[];
  /**
   * True when the variable usually holds a credential for more than models, such as that of a cloud account;
   * it is then used only where the configuration names it.
   */
  readonly credentialIsGeneral?: boolean;
  /**
   * Environment variables that replace the base URL of a dialect. By default: the first credential's name
   * with `_BASE_URL` in place of its ending, for the first dialect and those with the same base URL.
   */
  readonly baseUrlEnvironment?: Partial<Readonly<Record<DialectId, readonly string[]>>>;
  /**
   * Base URL by dialect, without a final slash; the first dialect is preferred for clients of other dialects.
   * Base URLs of `openai-chat` and `openai-responses` include the version (`…/v1`), the others do not.
   */
  readonly baseUrls: Partial<Readonly<Record<DialectId, string>>>;
  /** The dialects of a provider without a base URL of its own: those of a plain `base_url`, the preferred one first. */
  readonly expectedDialects?: readonly DialectId[];
  /** What a `base_url` looks like at a provider whose addresses name a part of the account, by dialect. */
  readonly exampleBaseUrls?: Partial<Readonly<Record<DialectId, string>>>;
  /**
   * How the credential is sent, for every dialect: `bearer`, or the lower-case name of the header that holds
   * the bare credential. By default each dialect uses its own header (`authorization` of its `wire`).
   */
  readonly authorization?: Lowercase<string>;
  /** True when the vendor trains the models itself, so that their bare names belong to it. */
  readonly makesModels?: boolean;
  /** True when its tokens cost nothing, because people host it themselves. */
  readonly free?: boolean;
  /** Model names that are known without a request; used until the upstream has listed its models. */
  readonly models?: readonly string[];
  /** True when its list of models, if there is one, is not of those that the account may call. */
  readonly listIsGeneral?: boolean;
  /** What its list of models puts before each name, such as `models/`. */
  readonly listedPrefix?: string;
  /** The package that serves this provider without a network; absent for every real vendor. */
  readonly builtIn?: 'demo';
}
