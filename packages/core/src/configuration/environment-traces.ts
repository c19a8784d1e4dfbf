/**
 * Reads where traces are sent from the variables that OpenTelemetry defines for exporters; used by `environment.ts`.
 * @see https://opentelemetry.io/docs/specs/otel/protocol/exporter/
 */
import { originKey, type Origin } from './origin.ts';
import { ConfigurationError, type ConfigurationProblem } from './problem.ts';
import { tracesSchema, type TracesConfiguration } from './traces-schema.ts';
import { readVariable, type Environment } from './variables.ts';

type Field = keyof TracesConfiguration;

/** A field of `traces`, and the variable that sets it. */
interface Found {
  readonly field: Field;
  readonly variable: string;
  readonly value: unknown;
}

/**
 * The section `traces`; absent when no variable names an endpoint, or one turns traces off.
 * @throws ConfigurationError when a value is not valid; names the variable without its value
 */
export function tracesFromEnvironment(environment: Environment): TracesConfiguration | undefined {
  const found = findFields(environment);
  if (found.length === 0) return undefined;
  const problems = [...checkProtocol(environment)];
  const parsed = tracesSchema.safeParse(
    Object.fromEntries(found.map(({ field, value }) => [field, value])),
  );
  for (const { path, message } of parsed.error?.issues ?? []) {
    const variable = found.find(({ field }) => field === path[0])?.variable;
    if (variable !== undefined) problems.push({ path: [variable], message });
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
  return parsed.data;
}

/** Which variable each value comes from, by path. */
export function traceOrigins(environment: Environment): readonly (readonly [string, Origin])[] {
  return findFields(environment).flatMap(({ field, variable, value }) => {
    const origin: Origin = { from: 'environment', detail: variable };
    const path = ['traces', field];
    const names = field === 'headers' ? Object.keys(value as object) : undefined;
    return names === undefined
      ? [[originKey(path), origin] as const]
      : names.map((name) => [originKey([...path, name]), origin] as const);
  });
}

function findFields(environment: Environment): readonly Found[] {
  const isOff =
    readVariable(environment, 'OTEL_SDK_DISABLED').toLowerCase() === 'true' ||
    readVariable(environment, 'OTEL_TRACES_EXPORTER') === 'none';
  const endpoint = isOff ? undefined : findEndpoint(environment);
  if (endpoint === undefined) return [];
  const first = (field: Field, names: readonly string[], read: (text: string) => unknown) => {
    const variable = names.find((name) => readVariable(environment, name) !== '');
    if (variable === undefined) return [];
    return [{ field, variable, value: read(readVariable(environment, variable)) }];
  };
  return [
    endpoint,
    ...first('headers', named('HEADERS'), readHeaders),
    ...first('service_name', ['OTEL_SERVICE_NAME'], (text) => text),
    ...findSample(environment),
  ];
}

/** Variables for all signals, and those for traces, which come before. */
function named(name: string): readonly string[] {
  return [`OTEL_EXPORTER_OTLP_TRACES_${name}`, `OTEL_EXPORTER_OTLP_${name}`];
}

/** The variable for traces has the whole URL; to that for all signals the path is added. */
function findEndpoint(environment: Environment): Found | undefined {
  const [own = '', shared = ''] = named('ENDPOINT');
  const whole = readVariable(environment, own);
  if (whole !== '') return { field: 'endpoint', variable: own, value: whole };
  const base = readVariable(environment, shared);
  if (base === '') return undefined;
  return { field: 'endpoint', variable: shared, value: `${base.replace(/\/+$/, '')}/v1/traces` };
}

/** `name=value` pairs between commas, as in W3C Baggage: values may be percent-encoded. */
function readHeaders(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
      return [name.trim(), decode(value.trim())];
    }),
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Samplers decide by the trace of the client first, whether or not their names say so. */
function findSample(environment: Environment): readonly Found[] {
  const [variable, argument] = ['OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG'];
  const sampler = readVariable(environment, variable).replace(/^parentbased_/, '');
  if (sampler === 'always_off') return [{ field: 'sample', variable, value: 0 }];
  const share = readVariable(environment, argument);
  if (sampler !== 'traceidratio' || share === '') return [];
  return [{ field: 'sample', variable: argument, value: Number(share) }];
}

function checkProtocol(environment: Environment): readonly ConfigurationProblem[] {
  const variable = named('PROTOCOL').find((name) => readVariable(environment, name) !== '');
  if (variable === undefined || readVariable(environment, variable).startsWith('http/')) return [];
  const message = 'Spans are sent by HTTP only: use http/json, or OTEL_TRACES_EXPORTER=none.';
  return [{ path: [variable], message }];
}
