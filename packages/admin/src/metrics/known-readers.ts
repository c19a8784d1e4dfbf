/** Lets those whose token was valid within the last hour read the metrics during an outage of the store; used by `metrics.ts`. */
import {
  hashSecret,
  toGatewayError,
  type ExtensionContext,
  type IncomingRequest,
} from '@parley/core/extension';

/** Checks who reads the metrics, and remembers whose token was valid. */
export interface KnownReaders {
  /**
   * Resolves when the caller may read.
   * @param authenticate asks the store
   * @throws what `authenticate` throws, unless the store is unavailable and has confirmed the token within an hour
   */
  admit(incoming: IncomingRequest, authenticate: () => Promise<unknown>): Promise<void>;
}

/** How long a token that was valid counts while the store cannot confirm it, in milliseconds. */
const validMs = 60 * 60_000;
/** How many tokens are remembered at most. */
const capacity = 100;

export function createKnownReaders({ clock }: Pick<ExtensionContext, 'clock'>): KnownReaders {
  /** When each token was valid, by its hash, on the monotonic clock; the latest is the last. */
  const validAt = new Map<string, number>();
  const remember = (hash: string): void => {
    validAt.delete(hash);
    validAt.set(hash, clock.monotonic());
    const [oldest] = validAt.keys();
    if (validAt.size > capacity && oldest !== undefined) validAt.delete(oldest);
  };
  const isFresh = (hash: string): boolean =>
    clock.monotonic() - (validAt.get(hash) ?? -Infinity) < validMs;
  return {
    async admit({ request }, authenticate) {
      const header = request.headers.get('authorization');
      if (header === null) {
        await authenticate();
        return;
      }
      const hash = await hashSecret(header);
      try {
        await authenticate();
        remember(hash);
      } catch (thrown) {
        const isDown = toGatewayError(thrown).reason === 'store_unavailable';
        if (!isDown) validAt.delete(hash);
        if (!isDown || !isFresh(hash)) throw thrown;
      }
    },
  };
}
