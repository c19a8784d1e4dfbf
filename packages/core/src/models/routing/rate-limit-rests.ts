/** The rate limits that upstreams have reported: until a limit is reset, its target is not called. */
import type { Clock } from '../../ports.ts';
import type { Target } from './route.ts';

type RestingTarget = Pick<Target, 'model'> & {
  readonly upstream: Pick<Target['upstream'], 'name' | 'credential'>;
};

/** Which models of which upstreams rest, for the credential with which the limit was reached. In memory. */
export interface RateLimitRests {
  /** Milliseconds until the target may be called again; 0 if it may be called now. */
  remainingMs(target: RestingTarget): number;
  /** @param seconds how long the upstream asks to wait; a few seconds if it does not say */
  begin(target: RestingTarget, seconds: number | undefined): void;
  /** Ends the rests of all models of an upstream; called by an operator. */
  clear(upstream: string): void;
}

/** The rest after a rate limit without a stated wait, in seconds. */
const unstatedWait = 5;

/** The longest rest, in seconds: an upstream that asks for more is tried again after this time. */
const longestWait = 300;

interface Rest {
  readonly upstream: string;
  readonly credential: string | undefined;
  /** On the monotonic clock. */
  readonly until: number;
}

export function createRateLimitRests(clock: Clock): RateLimitRests {
  const rests = new Map<string, Rest>();
  const removeWhere = (isOver: (rest: Rest) => boolean): void => {
    for (const [key, rest] of rests) if (isOver(rest)) rests.delete(key);
  };
  return {
    remainingMs(target) {
      const rest = rests.get(keyOf(target));
      if (rest?.credential !== target.upstream.credential) return 0;
      return Math.max(0, (rest?.until ?? -Infinity) - clock.monotonic());
    },
    begin(target, seconds = unstatedWait) {
      const now = clock.monotonic();
      removeWhere(({ until }) => until <= now);
      const { name: upstream, credential } = target.upstream;
      const until = now + Math.min(seconds, longestWait) * 1_000;
      rests.set(keyOf(target), { upstream, credential, until });
    },
    clear(upstream) {
      removeWhere((rest) => rest.upstream === upstream);
    },
  };
}

function keyOf({ upstream, model }: RestingTarget): string {
  return `${upstream.name}\n${model}`;
}
