// What a gateway must know of a dialect besides its bodies: addresses, headers and names of fields.
import type { Profile } from './profiles/profile.ts';

/** What the path of a request says, in dialects whose bodies do not say it. */
export interface RequestAddress {
  readonly model: string;
  readonly stream: boolean;
}

/** Where an upstream of a dialect is asked, behind the base address and its version. */
export interface WirePaths {
  /** A whole or a streamed answer; the query stands in the path where the dialect has one. */
  generate(address: RequestAddress): string;
  /** The tokens of a request; absent in dialects that cannot count. */
  countTokens?(model: string): string;
  /**
   * Embeddings; absent in dialects without them.
   * @param action the last word of the caller's own path, in dialects that have several
   */
  embed?(model: string, action?: string): string;
  /** The list of models. */
  readonly models: string;
}

/** How the limit of an answer is named in a request. */
export interface OutputLimitFields {
  /** Names of the object that holds the field, first the usual one; absent at the top of the body. */
  readonly within?: readonly string[];
  /** Every name that callers may use. */
  readonly names: readonly string[];
  /** The name to use where the caller gave no limit. */
  usual(profile: Pick<Profile, 'outputLimitField'>): string;
}

/** What a rate limit counts. */
export type RateName = 'requests' | 'tokens';

/** The response headers in which clients of a dialect read how far a rate is used. */
export interface RateLimitHeaders {
  /** The whole limit in one minute, as a count. */
  limit(rate: RateName): string;
  /** What is left of it, at least 0. */
  remaining(rate: RateName): string;
  /** When all of it is there again. */
  reset(rate: RateName): string;
  /** `duration` such as `6s` or `1h2m3s`, or `time` as RFC 3339. */
  readonly resetForm: 'duration' | 'time';
}

/** How a dialect lists models, both to us and to callers. */
export interface ModelListForm {
  /** `data` with ids for clients of OpenAI and Anthropic alike, or `models` with resource names. */
  readonly shape: 'data' | 'models';
  /** The query that asks an upstream for as many models as one page may hold. */
  readonly largestPage: string;
  /** What a list writes before the names that requests use, such as `models/`. */
  readonly prefix?: string;
}

/** The names a wire format has beside its bodies. Header names are in lower case. */
export interface DialectWire {
  /**
   * Versions that may end a base address; the first is added where none does. Empty where a base address
   * always holds its version, as in `https://host.example/v1`.
   */
  readonly versions: readonly string[];
  readonly paths: WirePaths;
  /** `bearer`, or the header that holds a credential bare; a provider may have its own way. */
  readonly authorization: 'bearer' | 'x-api-key' | 'x-goog-api-key';
  /** True where clients may send the key as `key` in the query. */
  readonly takesKeyInQuery: boolean;
  /** Headers that an upstream demands besides the credential, where the caller sent none. */
  readonly requiredHeaders: Readonly<Record<string, string>>;
  /** Request headers that go on to an upstream of the same dialect. */
  readonly forwardedHeaders: readonly string[];
  /** Headers by which clients of this dialect are known at a path that several dialects share. */
  readonly clientHeaders: readonly string[];
  readonly outputLimit: OutputLimitFields;
  /** Absent where the vendor says nothing of its rates. */
  readonly rateLimitHeaders?: RateLimitHeaders;
  readonly modelList: ModelListForm;
  /** A frame that keeps a silent connection open; the dialect's clients ignore it. May be empty. */
  readonly keepAlive: string;
  /** The vendor that defined the format, as the id of its provider. */
  readonly vendor: string;
  /** The vendor's reference of the format. */
  readonly documentation: string;
}
