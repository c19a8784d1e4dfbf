import { describe, expect, it } from 'vitest';
import { traceOrigins, tracesFromEnvironment } from './environment-traces.ts';
import { ConfigurationError } from './problem.ts';

const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.test:4318/' };

function problemsOf(environment: Record<string, string>): unknown {
  try {
    return tracesFromEnvironment(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return error instanceof ConfigurationError ? error.problems : error;
  }
}

describe('tracesFromEnvironment', () => {
  it('is absent without an endpoint, and where traces are turned off', () => {
    expect(tracesFromEnvironment({ OTEL_SERVICE_NAME: 'gate' })).toBeUndefined();
    expect(tracesFromEnvironment({ ...base, OTEL_SDK_DISABLED: 'TRUE' })).toBeUndefined();
    expect(tracesFromEnvironment({ ...base, OTEL_TRACES_EXPORTER: 'none' })).toBeUndefined();
  });

  it('adds the path to the endpoint of all signals, not to that of traces', () => {
    expect(tracesFromEnvironment(base)).toEqual({
      ...{ endpoint: 'http://collector.test:4318/v1/traces', service_name: 'parley', sample: 1 },
    });
    const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.test/in' };
    expect(tracesFromEnvironment({ ...base, ...own })?.endpoint).toBe('https://traces.test/in');
  });

  it('reads headers, the name and the share', () => {
    const environment = {
      ...{
        ...base,
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b, x-team = c=d ,',
        OTEL_SERVICE_NAME: 'g',
      },
      ...{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' },
    };
    expect(tracesFromEnvironment(environment)).toMatchObject({
      ...{ headers: { 'api-key': 'a b', 'x-team': 'c=d' }, service_name: 'g', sample: 0.25 },
    });
    expect(tracesFromEnvironment({ ...base, OTEL_TRACES_SAMPLER: 'always_off' })?.sample).toBe(0);
  });

  it('names the variable whose value is wrong, without the value', () => {
    const wrong = { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' };
    expect(problemsOf(wrong)).toMatchObject([{ path: ['OTEL_EXPORTER_OTLP_ENDPOINT'] }]);
    expect(JSON.stringify(problemsOf(wrong))).not.toContain('collector');
    const share = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' };
    expect(problemsOf({ ...base, ...share })).toMatchObject([
      { path: ['OTEL_TRACES_SAMPLER_ARG'] },
    ]);
  });

  it('refuses a protocol that it does not speak', () => {
    const grpc = { ...base, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' };
    expect(problemsOf(grpc)).toMatchObject([{ path: ['OTEL_EXPORTER_OTLP_PROTOCOL'] }]);
    const over = { ...grpc, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' };
    expect(problemsOf(over)).toMatchObject({ sample: 1 });
  });
});

it('traceOrigins says which variable sets which value', () => {
  const environment = { ...base, OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'api-key=a' };
  expect(traceOrigins(environment).map(([path, { detail }]) => [path, detail])).toEqual([
    [expect.stringContaining('endpoint'), 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [expect.stringContaining('api-key'), 'OTEL_EXPORTER_OTLP_TRACES_HEADERS'],
  ]);
});
