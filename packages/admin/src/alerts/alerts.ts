/** Tells operators what they should know without asking, as an extension of a gateway; used by hosts. */
import type { ExchangeSummary, ExtensionContext, GatewayExtension } from '@parley/core/extension';
import type { Alert } from './alert.ts';
import { KeyWatch } from './key-watch.ts';
import { UpstreamWatch } from './upstream-watch.ts';
import { WebhookQueue } from './webhook-queue.ts';

/** How many ids of raised alerts are remembered, which only saves questions to the store. */
const maxRaised = 100_000;

/**
 * Raises alerts where the configuration has `alerts`. Each is written to the audit log, whose ids decide which of several
 * processes raises it, to the log, and to the webhooks. Everything is done in the recurring work of the gateway; a request
 * only leaves the id of its key.
 * @returns an extension for the option `extensions` of `createGateway`
 */
export function createAlerts(): (gateway: ExtensionContext) => GatewayExtension {
  return (gateway) => {
    const alerts = new Alerts(gateway);
    return {
      onEnded: (exchange) => {
        alerts.note(exchange);
      },
      maintain: () => alerts.run(),
      drain: () => alerts.close(),
    };
  };
}

class Alerts {
  readonly #gateway: ExtensionContext;
  readonly #keys: KeyWatch;
  readonly #upstreams: UpstreamWatch;
  readonly #queue: WebhookQueue;
  /** What was found and is not recorded yet, by id: the store may be unavailable. */
  readonly #found = new Map<string, Alert>();
  /** The ids of alerts that were raised, here or elsewhere. */
  readonly #raised = new Set<string>();
  #running: Promise<void> | undefined;

  constructor(gateway: ExtensionContext) {
    this.#gateway = gateway;
    this.#keys = new KeyWatch(gateway);
    this.#upstreams = new UpstreamWatch(gateway);
    this.#queue = new WebhookQueue(gateway);
  }

  note(exchange: ExchangeSummary): void {
    if (this.#gateway.snapshot().alerts === undefined) return;
    this.#keys.note(exchange);
    this.#upstreams.note(exchange);
  }

  /** A call while another one is under way waits for that. @throws StoreUnavailableError */
  run(): Promise<void> {
    if (this.#gateway.snapshot().alerts === undefined) return Promise.resolve();
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  close(): Promise<void> {
    return this.#queue.close();
  }

  async #work(): Promise<void> {
    try {
      for (const alert of this.#upstreams.findAlerts()) this.#found.set(alert.id, alert);
      for await (const alert of this.#keys.findAlerts()) this.#found.set(alert.id, alert);
      for (const alert of this.#found.values()) {
        await this.#raise(alert);
        this.#found.delete(alert.id);
      }
    } finally {
      await this.#queue.flush();
    }
  }

  async #raise(alert: Alert): Promise<void> {
    if (this.#raised.has(alert.id)) return;
    const isFirst = await this.#record(alert);
    if (this.#raised.size >= maxRaised) this.#raised.clear();
    this.#raised.add(alert.id);
    if (!isFirst) return;
    const { type, message, subject } = alert;
    this.#gateway.log('warn', message, { alert: type, [`${subject.kind}_id`]: subject.id });
    this.#upstreams.noteTold(alert);
    this.#queue.add(alert);
  }

  /** Returns false when another process, or this one before it was started again, has raised the alert. */
  #record({ id, type, at, subject, message, facts }: Alert): Promise<boolean> {
    return this.#gateway.store.addAuditEntry({
      id,
      at,
      actor: 'gateway',
      action: type,
      subjectKind: subject.kind,
      subjectId: subject.id,
      detail: JSON.stringify({ message, ...facts }),
    });
  }
}
