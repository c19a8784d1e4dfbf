/** The rate limits that upstreams have reported: until a limit is reset, its target is not called. */
import type { GatewayError } from '@parley/protocol';
import type { Clock } from '../../ports.ts';
import type { Target } from './route.ts';

type RestingTarget = Pick<Target, 'model'> & {
  readonly upstream: Pick<Target['upstream'], 'name' | 'credential'>;
};

/** A call that the upstream refused for a rate limit. */
export interface Refusal {
  /** What the client wrote in `model`; it may stand in the error. */
  readonly callName: string;
  readonly error: GatewayError;
}

/** Which models of which upstreams rest, for the credential with which the limit was reached. In memory. */
export interface RateLimitRests {
  /** Milliseconds until the target may be called again; 0 if it may be called now. */
  remainingMs(target: RestingTarget): number;
  /**
   * The error of the upstream that refused a second call within the wait that it had stated; another call would end
   * the same way. `undefined` after a first refusal: a smaller request may fit into the limit that a large one met.
   */
  refusalOf(target: RestingTarget): Refusal | undefined;
  /** @param seconds how long the upstream asks to wait; a few seconds if it does not say */
  begin(target: RestingTarget, seconds: number | undefined, refusal?: Refusal): void;
  /** Ends a rest that began before `startedTick`, because a call that was sent then was not refused. */
  end(target: RestingTarget, startedTick: number): void;
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
  /** Both on the monotonic clock. */
  readonly since: number;
  readonly until: number;
  readonly refusal: Refusal | undefined;
}

export function createRateLimitRests(clock: Clock): RateLimitRests {
  const rests = new Map<string, Rest>();
  const removeWhere = (isOver: (rest: Rest) => boolean): void => {
    for (const [key, rest] of rests) if (isOver(rest)) rests.delete(key);
  };
  const restOf = (target: RestingTarget): Rest | undefined => {
    if (rests.size === 0) return undefined;
    const rest = rests.get(keyOf(target));
    const holds = rest?.credential === target.upstream.credential;
    return rest !== undefined && holds && rest.until > clock.monotonic() ? rest : undefined;
  };
  return {
    remainingMs(target) {
      const rest = restOf(target);
      return rest === undefined ? 0 : rest.until - clock.monotonic();
    },
    refusalOf: (target) => restOf(target)?.refusal,
    begin(target, seconds, refusal) {
      const since = clock.monotonic();
      const isSecond = seconds !== undefined && restOf(target) !== undefined;
      removeWhere(({ until }) => until <= since);
      const { name: upstream, credential } = target.upstream;
      const until = since + Math.min(seconds ?? unstatedWait, longestWait) * 1_000;
      const confirmed = isSecond ? refusal : undefined;
      rests.set(keyOf(target), { upstream, credential, since, until, refusal: confirmed });
    },
    end(target, startedTick) {
      const rest = restOf(target);
      if (rest !== undefined && rest.since <= startedTick) rests.delete(keyOf(target));
    },
    clear(upstream) {
      removeWhere((rest) => rest.upstream === upstream);
    },
  };
}

function keyOf({ upstream, model }: RestingTarget): string {
  return `${upstream.name}\n${model}`;
}
