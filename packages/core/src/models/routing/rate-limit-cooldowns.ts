/** Cooldowns after the rate limits that upstreams report: until a limit is reset, its target is not called. */
import type { GatewayError } from '@parley/protocol';
import type { Clock } from '../../ports.ts';
import type { Target } from './route.ts';

/** A target, and the credential whose limit counts. */
export type CooledTarget = Pick<Target, 'model'> & {
  readonly upstream: Pick<Target['upstream'], 'name' | 'credential'>;
};

/** A call that the upstream refused for a rate limit. */
export interface Refusal {
  /** What the client wrote in `model`; it may stand in the error. */
  readonly callName: string;
  readonly error: GatewayError;
}

/** The cooldowns of models of upstreams, for the credential with which the limit was reached. In memory. */
export interface RateLimitCooldowns {
  /** Milliseconds until the target may be called again; 0 if it may be called now. */
  remainingMs(target: CooledTarget): number;
  /**
   * The error of the upstream that refused a second call within the wait that it had stated; another call would end
   * the same way. `undefined` after a first refusal: a smaller request may fit into the limit that a large one met.
   */
  refusalOf(target: CooledTarget): Refusal | undefined;
  /**
   * @param seconds how long the upstream asks to wait; a few seconds if it does not say, and no less than it said before
   */
  begin(target: CooledTarget, seconds: number | undefined, refusal?: Refusal): void;
  /** Ends a cooldown that began before `startedTick`, because a call that was sent then was not refused. */
  end(target: CooledTarget, startedTick: number): void;
  /** Ends the cooldowns of all models of an upstream; called by an operator. */
  clear(upstream: string): void;
}

/** The cooldown after a rate limit without a stated wait, in seconds. */
const unstatedWait = 5;

/** The longest cooldown, in seconds: an upstream that asks for more is tried again after this time. */
const longestWait = 300;

interface Cooldown {
  readonly upstream: string;
  readonly credential: string | undefined;
  /** Both on the monotonic clock. */
  readonly since: number;
  readonly until: number;
  readonly refusal: Refusal | undefined;
}

/** Creates an empty list of cooldowns, by the monotonic clock. */
export function createRateLimitCooldowns(clock: Clock): RateLimitCooldowns {
  const cooldowns = new Map<string, Cooldown>();
  const removeWhere = (isOver: (cooldown: Cooldown) => boolean): void => {
    for (const [key, cooldown] of cooldowns) if (isOver(cooldown)) cooldowns.delete(key);
  };
  const findCooldown = (target: CooledTarget): Cooldown | undefined => {
    if (cooldowns.size === 0) return undefined;
    const cooldown = cooldowns.get(keyOf(target));
    const holds = cooldown?.credential === target.upstream.credential;
    return cooldown !== undefined && holds && cooldown.until > clock.monotonic()
      ? cooldown
      : undefined;
  };
  return {
    remainingMs(target) {
      const cooldown = findCooldown(target);
      return cooldown === undefined ? 0 : cooldown.until - clock.monotonic();
    },
    refusalOf: (target) => findCooldown(target)?.refusal,
    begin(target, seconds, refusal) {
      const since = clock.monotonic();
      const running = findCooldown(target);
      removeWhere(({ until }) => until <= since);
      const { name: upstream, credential } = target.upstream;
      const wait = Math.min(seconds ?? unstatedWait, longestWait) * 1_000;
      const least = seconds === undefined ? (running?.until ?? 0) : 0;
      const until = Math.max(since + wait, least);
      const confirmed = seconds !== undefined && running !== undefined ? refusal : undefined;
      cooldowns.set(keyOf(target), { upstream, credential, since, until, refusal: confirmed });
    },
    end(target, startedTick) {
      const cooldown = findCooldown(target);
      if (cooldown !== undefined && cooldown.since <= startedTick) cooldowns.delete(keyOf(target));
    },
    clear(upstream) {
      removeWhere((cooldown) => cooldown.upstream === upstream);
    },
  };
}

function keyOf({ upstream, model }: CooledTarget): string {
  return `${upstream.name}\n${model}`;
}
