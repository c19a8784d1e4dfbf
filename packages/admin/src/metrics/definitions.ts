/**
 * The metrics of exchanges. Names that begin with `gen_ai` are those of OpenTelemetry's semantic conventions for
 * generative AI (1.41, status Development), as Prometheus writes them, with the buckets that they advise.
 */
import { Counter, Histogram, Metric } from './metric.ts';

const durations = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
];
const firstTokens = [
  0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];
const outputTokens = [0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5];
const tokenCounts = Array.from({ length: 14 }, (_, power) => 4 ** power);
const nanoUsdPerUsd = 1e9;
const overheads = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type ModelLabel =
  | 'gen_ai_operation_name'
  | 'gen_ai_provider_name'
  | 'gen_ai_request_model'
  | 'gen_ai_response_model';

/** No label has the id or the name of a key, an account or a user. */
export function createMetricTable() {
  return {
    requests: counter<'dialect' | 'gen_ai_operation_name' | 'status' | 'outcome'>(
      'parley_requests_total',
      'Requests to model endpoints that have ended, by the status that the client got.',
    ),
    refusals: counter<'reason'>(
      'parley_refused_requests_total',
      'Requests that ended with an error before an upstream was called, by reason.',
    ),
    attempts: counter<'upstream' | 'outcome'>(
      'parley_upstream_attempts_total',
      'Calls of upstreams; the outcome is completed, or the code of the error.',
    ),
    overhead: histogram<never>(
      'parley_overhead_seconds',
      'From the head of a request to the call of its first upstream, the arrival of the body included.',
      overheads,
    ),
    duration: histogram<ModelLabel | 'error_type'>(
      'gen_ai_server_request_duration_seconds',
      'From the head of a request to the end of its response; error_type is empty for complete responses.',
      durations,
    ),
    firstToken: histogram<ModelLabel>(
      'gen_ai_server_time_to_first_token_seconds',
      'From the head of a request to the first byte of a streamed response that became complete.',
      firstTokens,
    ),
    perToken: histogram<ModelLabel>(
      'gen_ai_server_time_per_output_token_seconds',
      'Time for each further output token of a streamed response that became complete.',
      outputTokens,
    ),
    tokens: histogram<ModelLabel | 'gen_ai_token_type'>(
      'gen_ai_client_token_usage',
      'Tokens of a request; the input includes what was read from caches and written to them.',
      tokenCounts,
    ),
    cached: counter<ModelLabel | 'kind'>(
      'parley_cached_tokens_total',
      'Input tokens that were read from a cache or written to one.',
    ),
    charged: counter<ModelLabel>(
      'parley_charged_usd_total',
      'Dollars that keys were charged.',
      nanoUsdPerUsd,
    ),
    cost: counter<ModelLabel>(
      'parley_cost_usd_total',
      'Dollars that upstreams cost the operator, where their prices are known.',
      nanoUsdPerUsd,
    ),
  };
}

export type MetricTable = ReturnType<typeof createMetricTable>;

function counter<Label extends string>(
  name: string,
  help: string,
  divisor?: number,
): Metric<Label, Counter> {
  return new Metric({ name, help, type: 'counter' }, () => new Counter(divisor));
}

function histogram<Label extends string>(
  name: string,
  help: string,
  bounds: readonly number[],
): Metric<Label, Histogram> {
  return new Metric({ name, help, type: 'histogram' }, () => new Histogram(bounds));
}
