/** Alerts about upstreams: their circuit opens or closes, or they refuse the credential or the account. */
import type { ExchangeSummary, ExtensionContext } from '@parley/core/extension';
import type { Alert } from './alert.ts';

/** Milliseconds in which several processes tell the same about an upstream only once. */
const periodMs = 15 * 60_000;

/** What upstreams say about the operator's own relation to them; clients do not learn it. */
const refusals = {
  credential: 'refuses its credential',
  account: 'says that its account is empty or closed',
} as const;
type Refusal = keyof typeof refusals;

/** Watches the upstreams of one process. */
export class UpstreamWatch {
  readonly #gateway: Pick<ExtensionContext, 'health' | 'clock' | 'snapshot'>;
  /** Those that fail, and of them those that this process, and no other, has told about. */
  readonly #failing = new Set<string>();
  readonly #told = new Set<string>();
  readonly #refused = new Map<string, Refusal>();

  constructor(gateway: Pick<ExtensionContext, 'health' | 'clock' | 'snapshot'>) {
    this.#gateway = gateway;
  }

  note({ attempts }: Pick<ExchangeSummary, 'attempts'>): void {
    for (const { upstream, error } of attempts) {
      const fault = error?.fault;
      if (fault === 'credential' || fault === 'account') this.#refused.set(upstream, fault);
    }
  }

  /** What has changed since the last call. */
  findAlerts(): readonly Alert[] {
    const { health, snapshot } = this.#gateway;
    const names = [...snapshot().upstreams.keys()];
    const refused = [...this.#refused].map(([name, refusal]) => this.#refusal(name, refusal));
    this.#refused.clear();
    const changed = names.flatMap((name) => {
      const { state, failures } = health.read(name);
      if (state === 'resting' && !this.#failing.has(name)) {
        this.#failing.add(name);
        return [this.#failure(name, failures)];
      }
      if (failures > 0 || !this.#failing.delete(name)) return [];
      return this.#told.delete(name) ? [this.#recovery(name)] : [];
    });
    return [...refused, ...changed];
  }

  /** Notes that this process was the first to raise an alert. */
  noteTold({ type, subject }: Alert): void {
    if (type === 'upstream.failing') this.#told.add(subject.id);
  }

  #failure(name: string, failures: number): Alert {
    const { lastFailure } = this.#gateway.health.read(name);
    return this.#create('upstream.failing', name, {
      message: `The upstream "${name}" fails: it is called less often until it answers again.`,
      facts: { failures, reason: lastFailure?.message, status: lastFailure?.status },
    });
  }

  #refusal(name: string, refusal: Refusal): Alert {
    const { lastFailure } = this.#gateway.health.read(name);
    return this.#create('upstream.refused', name, {
      message: `The upstream "${name}" ${refusals[refusal]}.`,
      facts: { refusal, reason: lastFailure?.message, status: lastFailure?.status },
    });
  }

  #recovery(name: string): Alert {
    const alert = this.#create('upstream.recovered', name, {
      message: `The upstream "${name}" answers again.`,
      facts: {},
    });
    // Only the process that told about the failure tells this, so it is never told twice.
    return { ...alert, id: `${alert.type}:${crypto.randomUUID()}` };
  }

  #create(
    type: 'upstream.failing' | 'upstream.refused' | 'upstream.recovered',
    name: string,
    told: Pick<Alert, 'message' | 'facts'>,
  ): Alert {
    const now = this.#gateway.clock.now();
    const period = Math.floor(now / periodMs);
    const id = [type, name, told.facts['refusal'], period].filter((part) => part !== undefined);
    return { id: id.join(':'), type, at: now, subject: { kind: 'upstream', id: name }, ...told };
  }
}
