/** The sizes of buffers and the timeouts of one gateway; read by the pipeline and by `createGateway`. */
export interface Limits {
  /** Maximum size of a request body, in bytes. */
  readonly requestBytes: number;
  /**
   * Maximum size of the request bodies of all running exchanges together, in bytes. The process needs about
   * three times as much memory for them.
   */
  readonly bodyBytesInFlight: number;
  /** Longest pause between two chunks of a request body, in milliseconds. */
  readonly requestIdleMs: number;
  /**
   * Maximum size of an upstream's response that is not streamed, in bytes, and of the text of a stream that is translated,
   * in characters.
   */
  readonly replyBytes: number;
  /** Maximum size of an upstream's error response, in bytes. */
  readonly errorBytes: number;
  /** Maximum number of exchanges that run at the same time in this process. */
  readonly exchanges: number;
  /** Time without output after which a stream gets a keep-alive frame, in milliseconds. */
  readonly keepAliveMs: number;
  /** How long a reply of the Responses dialect is stored, in milliseconds. */
  readonly keptResponseMs: number;
  /** Maximum length of a stored reply with its input, in characters of JSON text. */
  readonly keptResponseLength: number;
  /** How long a WebSocket may be open, in milliseconds. */
  readonly socketMs: number;
  /** How long a message of a WebSocket may take to arrive, in milliseconds, where the host tells. */
  readonly messageMs: number;
  /** Maximum number of WebSockets that are open at the same time in this process. */
  readonly sockets: number;
  /** Maximum length of the unstored replies that all WebSockets may continue, with their input, in characters of JSON text. */
  readonly rememberedLength: number;
  /** How long to wait for the first content of a stream before the response begins, in milliseconds. */
  readonly peekMs: number;
  /** How long to wait for the usage and the end of a stream whose choices have all ended, in milliseconds. */
  readonly finishGraceMs: number;
  /** How long an exchange waits for reservations of its key or account, in milliseconds. */
  readonly quotaWaitMs: number;
  /** Maximum number of settlements that wait while the store is down. */
  readonly keptSettlements: number;
}

const mebibyte = 1024 * 1024;

/** The limits of a host that sets none. */
export const defaultLimits: Limits = {
  requestBytes: 32 * mebibyte,
  bodyBytesInFlight: 512 * mebibyte,
  requestIdleMs: 30_000,
  replyBytes: 16 * mebibyte,
  errorBytes: mebibyte,
  exchanges: 10_000,
  keepAliveMs: 15_000,
  keptResponseMs: 30 * 24 * 60 * 60 * 1_000,
  keptResponseLength: 16 * mebibyte,
  // As long as at OpenAI (https://developers.openai.com/api/docs/guides/websocket-mode).
  socketMs: 60 * 60 * 1_000,
  messageMs: 5 * 60 * 1_000,
  sockets: 10_000,
  rememberedLength: 128 * mebibyte,
  peekMs: 5_000,
  finishGraceMs: 2_000,
  quotaWaitMs: 10_000,
  keptSettlements: 10_000,
};
