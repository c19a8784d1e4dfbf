// What a gateway needs to know about a dialect besides its bodies: paths, headers and field names.
import type { Profile } from './profiles/profile.ts';

/** What the path of a request states in dialects whose bodies do not state it. */
export interface RequestAddress {
  readonly model: string;
  readonly stream: boolean;
}

/** The paths of an upstream, relative to the base URL and its version. */
export interface WirePaths {
  /** A whole or a streamed reply; includes the query string if the dialect needs one. */
  generate(address: RequestAddress): string;
  /** Token counting; absent in dialects without it. */
  countTokens?(model: string): string;
  /**
   * Embeddings; absent in dialects without them.
   * @param action the last segment of the client's path, in dialects that have several
   */
  embed?(model: string, action?: string): string;
  /** Compaction of a conversation; absent in dialects without it. */
  readonly compact?: string;
  /** The list of models. */
  readonly models: string;
}

/** How a request names the output token limit. */
export interface OutputLimitFields {
  /**
   * Names of the object that contains the field, the usual one first. Absent if the field is at the top
   * level.
   */
  readonly within?: readonly string[];
  /** Every name that clients may use. */
  readonly names: readonly string[];
  /** The name to use if the client set no limit. */
  usual(profile: Pick<Profile, 'outputLimitField'>): string;
}

/** The names of the response headers that report one rate limit. */
export interface RateHeaders {
  /** The limit per minute. */
  readonly limit: string;
  /** What remains of the limit, at least 0. */
  readonly remaining: string;
  /** When the full limit is available again. */
  readonly reset: string;
}

/** The response headers that report rate limits to clients of a dialect. */
export interface RateLimitHeaders {
  readonly requests: RateHeaders;
  readonly tokens: RateHeaders;
  /** `duration`, such as `6s` or `1h2m3s`, or `time` in RFC 3339 format. */
  readonly resetForm: 'duration' | 'time';
}

/** How a dialect lists models, in responses from upstreams and to clients. */
export interface ModelListForm {
  /** `data` with ids, for clients of OpenAI and Anthropic alike, or `models` with resource names. */
  readonly shape: 'data' | 'models';
  /** The query string that asks an upstream for the largest page of models. */
  readonly largestPage: string;
  /** The prefix of model names in a list that requests omit, such as `models/`. */
  readonly prefix?: string;
  /**
   * True if the list also contains aliases of the other vendors' models, because some clients of the dialect
   * show only the names of its own vendor's models.
   */
  readonly aliases: boolean;
}

/** The paths, headers and field names of a dialect. Header names are in lower case. */
export interface DialectWire {
  /**
   * Versions that a base URL may end with, such as `/v1beta`; the first one is added if there is none. Empty
   * if a base URL always includes its version, as in `https://host.example/v1`.
   */
  readonly versions: readonly string[];
  /** How base URLs end that have their version before the end, such as `/publishers/google` of Vertex AI. */
  readonly versionedEnding?: string;
  readonly paths: WirePaths;
  /** `bearer`, or the header that carries the bare credential. A provider may use another way. */
  readonly authorization: 'bearer' | 'x-api-key' | 'x-goog-api-key';
  /** True if clients may send the API key as `key` in the query string. */
  readonly takesKeyInQuery: boolean;
  /** Headers that an upstream requires besides the credential, used if the client did not send them. */
  readonly requiredHeaders: Readonly<Record<string, string>>;
  /** Request headers that are forwarded to an upstream of the same dialect. */
  readonly forwardedHeaders: readonly string[];
  /** Headers that identify clients of this dialect on a path that several dialects share. */
  readonly clientHeaders: readonly string[];
  readonly outputLimit: OutputLimitFields;
  /** Fields in which the vendor of the format takes further models, to run when the first one fails or refuses. */
  readonly fallbackFields: readonly string[];
  /** Absent if the vendor reports no rate limits. */
  readonly rateLimitHeaders?: RateLimitHeaders;
  readonly modelList: ModelListForm;
  /** A frame that keeps an idle connection open; clients of the dialect ignore it. May be empty. */
  readonly keepAlive: string;
  /** The provider id of the vendor that defined the format. */
  readonly vendor: string;
  /** URL of the vendor's reference documentation. */
  readonly documentation: string;
}
