/** Keeps requests from naming further models, which their keys may not use; called by the attempt stage. */
import {
  isJsonObject,
  writeJson,
  type CanonicalRequest,
  type DialectWire,
  type JsonObject,
  type Note,
} from '@parley/protocol';
import type { Upstream } from '../../models/routing/upstream.ts';
import { parseBody, type BodyText, type ParsedRequest } from '../request/parsed-request.ts';
import type { Admitted } from '../state.ts';

/**
 * Fields in which services that route requests take further models, which they run at other prices when the first one
 * fails: `models` (OpenRouter, model fallbacks), `fallbacks` (LiteLLM, client-side fallbacks; Messages of OpenRouter),
 * and `gateway.models` within `providerOptions` (Vercel, model fallbacks).
 */
const namingFields = ['models', 'fallbacks', 'providerOptions'];

/** A request without the fields that named further models. */
export interface OneModelRequest {
  readonly admitted: Admitted;
  /** What was left out. */
  readonly notes: readonly Note[];
}

/**
 * Leaves out the fields of a request by which its upstream would run other models than the target's. Only requests for
 * an upstream of the client's dialect can have them: a translation writes no field that it does not know.
 * @returns `undefined` when there is nothing to leave out
 */
export function keepToOneModel(
  admitted: Admitted,
  upstream: Upstream,
): OneModelRequest | undefined {
  const { inbound, request } = admitted;
  if (!(inbound.dialect in upstream.baseUrls)) return undefined;
  const body = request.body();
  const found = namingFields.filter(
    (name) => body.scan.fields.has(name) && !isOfFormat(name, inbound.wire, upstream),
  );
  if (found.length === 0) return undefined;
  const { json } = parseBody(body.text);
  const names = found.filter((name) => name !== 'providerOptions' || hasGatewayModels(json[name]));
  if (names.length === 0) return undefined;
  const left = withoutFields(json, names);
  return {
    admitted: { ...admitted, request: replaceBody(admitted, left, names) },
    notes: names.map(noteLeftOut),
  };
}

/** The vendor of a format decides which models such a field of the format may name. */
function isOfFormat(name: string, wire: DialectWire, { vendor }: Upstream): boolean {
  return vendor === wire.vendor && wire.fallbackFields.includes(name);
}

function hasGatewayModels(options: JsonObject[string] | undefined): boolean {
  const gateway = isJsonObject(options) ? options['gateway'] : undefined;
  return isJsonObject(gateway) && gateway['models'] !== undefined;
}

function noteLeftOut(path: string): Note {
  return { path, action: 'dropped', reason: 'A request may run only the model that it names.' };
}

function withoutFields(json: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)));
}

function replaceBody(
  { inbound, request }: Admitted,
  left: JsonObject,
  names: readonly string[],
): ParsedRequest {
  const { text, scan } = parseBody(writeJson(left));
  const body: BodyText = { text, scan };
  const withoutExtras = (value: CanonicalRequest): CanonicalRequest => {
    const own = value.extras?.[inbound.dialect] ?? {};
    return { ...value, extras: { ...value.extras, [inbound.dialect]: withoutFields(own, names) } };
  };
  return {
    ...request,
    body: () => body,
    canonical: () => {
      const { value, notes } = request.canonical();
      return { value: withoutExtras(value), notes };
    },
  };
}
