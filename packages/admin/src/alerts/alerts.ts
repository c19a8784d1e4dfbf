/** Tells operators what they should know without asking, as an extension of a gateway; used by hosts. */
import type { GatewayError } from '@parley/protocol';
import {
  LimitRefusal,
  type ExchangeSummary,
  type ExtensionContext,
  type GatewayExtension,
} from '@parley/core/extension';
import type { AccountWithState, LimitName } from '@parley/core/store';
import type { Alert } from './alert.ts';
import { findKeyAlerts } from './limit-alerts.ts';
import { UpstreamWatch } from './upstream-alerts.ts';
import { WebhookQueue } from './webhook-queue.ts';

/** Milliseconds between two looks at the keys in use, and how many of them are read at one look. */
const lookMs = 15_000;
const keysAtOnce = 500;
/** How many keys are remembered to be looked at; with more, those that are used again come later. */
const maxUsed = 100_000;

/**
 * Raises alerts where the configuration has `alerts`. Each is written to the audit log, whose ids decide which of several
 * processes raises it, to the log, and to the webhooks. Everything is done in the recurring work of the gateway; a request
 * only leaves the id of its key.
 * @returns an extension for the option `extensions` of `createGateway`
 */
export function createAlerts(): (gateway: ExtensionContext) => GatewayExtension {
  return (gateway) => {
    const watch = new AlertWatch(gateway);
    return {
      onEnded: (exchange) => {
        watch.note(exchange);
      },
      maintain: () => watch.run(),
      drain: () => watch.close(),
    };
  };
}

class AlertWatch {
  readonly #gateway: ExtensionContext;
  readonly #upstreams: UpstreamWatch;
  readonly #queue: WebhookQueue;
  /** The ids of keys that were used since they were looked at, and the limit that refused one of their requests. */
  readonly #used = new Map<string, LimitName | undefined>();
  /** The ids of alerts that were raised, here or elsewhere. */
  readonly #raised = new Set<string>();
  #lookTick = -Infinity;

  constructor(gateway: ExtensionContext) {
    this.#gateway = gateway;
    this.#upstreams = new UpstreamWatch(gateway);
    this.#queue = new WebhookQueue(gateway);
  }

  note(exchange: ExchangeSummary): void {
    if (this.#gateway.snapshot().alerts === undefined) return;
    this.#upstreams.note(exchange);
    if (exchange.key !== undefined) this.#use(exchange.key.id, exchange.error);
  }

  #use(id: string, error: GatewayError | undefined): void {
    if (this.#used.size >= maxUsed && !this.#used.has(id)) return;
    const isUsedUp = error instanceof LimitRefusal && error.code === 'quota-exhausted';
    this.#used.set(id, isUsedUp ? error.refused.limit : this.#used.get(id));
  }

  async run(): Promise<void> {
    if (this.#gateway.snapshot().alerts === undefined) return;
    await this.#raise(this.#upstreams.findAlerts());
    await this.#lookAtKeys();
    await this.#queue.flush();
  }

  async close(): Promise<void> {
    await this.#queue.close();
  }

  async #lookAtKeys(): Promise<void> {
    const { clock, store } = this.#gateway;
    if (this.#used.size === 0 || clock.monotonic() < this.#lookTick) return;
    this.#lookTick = clock.monotonic() + lookMs;
    const accounts = new Map<string, Promise<AccountWithState | undefined>>();
    for (const [id, refused] of [...this.#used].slice(0, keysAtOnce)) {
      this.#used.delete(id);
      const found = await store.readKey(id);
      if (found === undefined) continue;
      const { key, state } = found;
      const reading = accounts.get(key.accountId) ?? store.readAccount(key.accountId);
      accounts.set(key.accountId, reading);
      const account = await reading;
      const { alerts } = this.#gateway.snapshot();
      if (account === undefined || alerts === undefined) continue;
      await this.#raise(findKeyAlerts({ key, state, account, refused }, alerts, clock.now()));
    }
  }

  async #raise(alerts: readonly Alert[]): Promise<void> {
    for (const alert of alerts) {
      if (this.#raised.has(alert.id)) continue;
      const isFirst = await this.#record(alert);
      if (this.#raised.size >= maxUsed) this.#raised.clear();
      this.#raised.add(alert.id);
      if (!isFirst) continue;
      const { type, message, subject } = alert;
      this.#gateway.log('warn', message, { alert: type, [`${subject.kind}_id`]: subject.id });
      this.#queue.add(alert);
    }
  }

  /** Returns false when another process, or this one before it was started again, has raised the alert. */
  #record({ id, type, at, subject, message, facts }: Alert): Promise<boolean> {
    return this.#gateway.store.addAuditEntry({
      ...{ id, at, actor: 'gateway', action: type },
      ...{ subjectKind: subject.kind, subjectId: subject.id },
      detail: JSON.stringify({ message, ...facts }),
    });
  }
}
