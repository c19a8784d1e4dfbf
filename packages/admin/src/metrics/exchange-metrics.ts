/** Counts exchanges as they end; used by `metrics.ts`. */
import type { ExchangeSummary } from '@parley/core/extension';
import type { Usage } from '@parley/protocol';
import { operationOf, providerName } from '../shared/gen-ai-names.ts';
import { createMetricTable, type MetricTable, type ModelLabel } from './definitions.ts';
import type { Counter, Histogram, MetricFamily } from './metric.ts';

export interface ExchangeMetrics {
  /** Never throws. */
  record(exchange: ExchangeSummary): void;
  read(): readonly MetricFamily[];
}

type ModelLabels = Readonly<Record<ModelLabel, string>>;
type Charge = ExchangeSummary['charges'][number];

/** What a client asked for. */
interface Call {
  readonly operation: string;
  /** The name of the model; empty where the request has none. */
  readonly callName: string;
}

/** The series that most exchanges with one model add to, found once. */
class ModelSeries {
  readonly labels: ModelLabels;
  readonly #metrics: MetricTable;
  #completed?: Histogram;
  #input?: Histogram;
  #output?: Histogram;
  #charged?: Counter;

  constructor(metrics: MetricTable, labels: ModelLabels) {
    this.#metrics = metrics;
    this.labels = labels;
  }

  get completed(): Histogram {
    return (this.#completed ??= this.#metrics.duration.of({ ...this.labels, error_type: '' }));
  }

  get input(): Histogram {
    return (this.#input ??= this.#tokensOf('input'));
  }

  get output(): Histogram {
    return (this.#output ??= this.#tokensOf('output'));
  }

  get charged(): Counter {
    return (this.#charged ??= this.#metrics.charged.of(this.labels));
  }

  #tokensOf(type: 'input' | 'output'): Histogram {
    return this.#metrics.tokens.of({ ...this.labels, gen_ai_token_type: type });
  }
}

/** As many models have their series at hand. */
const maxModels = 1_000;

/** @param findProvider the id of an upstream's provider, by the name of the upstream */
export function createExchangeMetrics(
  findProvider: (upstream: string) => string | undefined,
): ExchangeMetrics {
  const metrics = createMetricTable();
  const models = new Map<string, ModelSeries>();
  const seriesOf = ({ operation, callName }: Call, upstream = '', model = ''): ModelSeries => {
    const key = `${operation}\0${upstream}\0${callName}\0${model}`;
    const found = models.get(key);
    if (found !== undefined) return found;
    const series = new ModelSeries(metrics, {
      gen_ai_operation_name: operation,
      gen_ai_provider_name: providerName(findProvider(upstream) ?? ''),
      gen_ai_request_model: callName,
      gen_ai_response_model: model,
    });
    if (models.size < maxModels) models.set(key, series);
    return series;
  };
  return {
    record(exchange) {
      const call = { operation: operationOf(exchange), callName: exchange.callName ?? '' };
      recordRequest(metrics, exchange, call);
      recordAttempts(metrics, exchange);
      const last = exchange.attempts.at(-1);
      if (last !== undefined) {
        recordTimes(metrics, seriesOf(call, last.upstream, last.model), exchange);
      }
      for (const charge of exchange.charges) {
        recordCharge(metrics, seriesOf(call, charge.upstream, charge.upstreamModel), charge);
      }
    },
    read: () => Object.values(metrics).map((metric) => metric.read()),
  };
}

function recordRequest(
  { requests, refusals }: MetricTable,
  exchange: ExchangeSummary,
  { operation }: Call,
): void {
  const { inbound: dialect, outcome, error, attempts } = exchange;
  const status = String(exchange.status);
  requests.of({ dialect, gen_ai_operation_name: operation, status, outcome }).add(1);
  if (error === undefined || attempts.length > 0) return;
  refusals.of({ reason: error.reason ?? error.code }).add(1);
}

function recordAttempts(metrics: MetricTable, { attempts, startedTick }: ExchangeSummary): void {
  const [first] = attempts;
  if (first !== undefined) {
    metrics.overhead.of({}).observe((first.startedTick - startedTick) / 1_000);
  }
  for (const { upstream, error } of attempts) {
    metrics.attempts.of({ upstream, outcome: error?.code ?? 'completed' }).add(1);
  }
}

function recordTimes(
  { duration, firstToken, perToken }: MetricTable,
  series: ModelSeries,
  { startedTick, firstByteTick, durationMs, stream, error, charges }: ExchangeSummary,
): void {
  const { labels } = series;
  const times =
    error === undefined ? series.completed : duration.of({ ...labels, error_type: error.code });
  times.observe(durationMs / 1_000);
  if (!stream || error !== undefined || firstByteTick === undefined) return;
  const firstMs = firstByteTick - startedTick;
  firstToken.of(labels).observe(firstMs / 1_000);
  const further = sumOutput(charges.at(-1)?.usage) - 1;
  if (further > 0) perToken.of(labels).observe((durationMs - firstMs) / 1_000 / further);
}

function recordCharge(
  { cached, cost }: MetricTable,
  series: ModelSeries,
  { usage, nanoUsd, costNanoUsd }: Charge,
): void {
  const { labels } = series;
  series.charged.add(nanoUsd);
  if (costNanoUsd !== undefined) cost.of(labels).add(costNanoUsd);
  if (usage === undefined) return;
  const written = usage.cacheWrite5m + usage.cacheWrite1h;
  series.input.observe(usage.input + usage.cacheRead + written);
  series.output.observe(sumOutput(usage));
  if (usage.cacheRead > 0) cached.of({ ...labels, kind: 'read' }).add(usage.cacheRead);
  if (written > 0) cached.of({ ...labels, kind: 'write' }).add(written);
}

function sumOutput(usage: Usage | undefined): number {
  return usage === undefined ? 0 : usage.output + usage.reasoning;
}
