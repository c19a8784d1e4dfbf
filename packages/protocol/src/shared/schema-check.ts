// Checks values against a zod schema without copying them, for the requests and replies of every dialect.
import type * as z from 'zod/mini';
import { isExactNumber } from '../json/exact-number.ts';
import { isJsonObject } from '../json/value.ts';
import type { TaggedUnionDef } from './schema.ts';

/**
 * True: the schema accepts the value and returns an equal one. False: the schema rejects it. Undefined: the schema
 * returns something else, or only the schema itself can tell.
 */
type Verdict = boolean | undefined;
type Check = (value: unknown) => Verdict;
type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypes['_zod']['def'] | TaggedUnionDef;

/**
 * Creates a function that returns what `safeParse` of the schema returns, at a fraction of its cost for values that
 * the schema accepts as they are: these are returned themselves, where `safeParse` returns a copy. The schema is
 * the only source of what is accepted, and of the errors. It stops at the first error, because a list of megabytes
 * could have millions.
 */
export function createParser<Parsed extends z.ZodMiniType>(
  schema: Parsed,
  params?: z.core.ParseContext<z.core.$ZodIssue>,
): (value: unknown) => z.core.util.SafeParseResult<z.output<Parsed>> {
  const atFirst: z.core.ParseContextInternal<z.core.$ZodIssue> = { ...params, abortEarly: true };
  let check: Check | undefined;
  return (value) => {
    check ??= compile(schema);
    return check(value) === true
      ? { success: true, data: value as z.output<Parsed> }
      : schema.safeParse(value, atFirst);
  };
}

function compile(schema: Schema): Check {
  const { def } = schema._zod;
  const check = compileParts(def as Def);
  if (check === undefined) return createLeaf((payload) => schema._zod.run(payload, context));
  const rules = (def.checks ?? []).map(({ _zod }) =>
    createLeaf((payload) => _zod.check(payload as z.core.ParsePayload<never>) ?? payload),
  );
  return rules.length === 0 ? check : inTurn([check, ...rules]);
}

/** Compiles a schema that consists of others, without its own rules; `undefined` for every other schema. */
function compileParts(def: Def): Check | undefined {
  switch (def.type) {
    case 'object':
      return def.catchall && compileObject(def, compile(def.catchall));
    case 'unknown':
      return () => true;
    case 'array':
      return compileArray(compile(def.element));
    case 'union':
      return 'tag' in def ? compileTagged(def) : firstOf(def.options.map(compile));
    case 'optional':
      return or(undefined, compile(def.innerType));
    case 'nullable':
      return or(null, compile(def.innerType));
    case 'catch':
      return catching(compile(def.innerType));
    case 'pipe':
      return inTurn([compile(def.in), compile(def.out)]);
    case 'string':
    case 'boolean':
      return def.coerce || 'format' in def ? undefined : (value) => typeof value === def.type;
    case 'number':
      return def.coerce || 'format' in def ? undefined : Number.isFinite;
    case 'literal':
      return oneOf(def.values);
    case 'enum':
      return oneOf(Object.values(def.entries));
    default:
      return undefined;
  }
}

function oneOf(accepted: readonly unknown[]): Check {
  return (value) => accepted.includes(value);
}

const context = { async: false, abortEarly: true } as const;

/** Runs code of zod on a payload that is used again, because one for each value would cost more than the check. */
function createLeaf(run: (payload: z.core.ParsePayload) => unknown): Check {
  const payload: z.core.ParsePayload = { value: undefined, issues: [] };
  return (value) => {
    payload.value = value;
    const isSame = run(payload) === payload && Object.is(payload.value, value);
    const isValid = payload.issues.length === 0;
    payload.value = undefined;
    payload.issues.length = 0;
    return isValid ? isSame || undefined : false;
  };
}

/** Loops over the fields of the value, which are few, and not over all that the schema knows. */
function compileObject({ shape }: z.core.$ZodObjectDef, others: Check): Check {
  const checks = new Map(Object.entries(shape).map(([name, field]) => [name, compile(field)]));
  const required = findRequired(shape, checks);
  // Zod leaves this name out of its copy.
  checks.set('__proto__', () => undefined);
  return (value) => {
    if (!isJsonObject(value)) return isExactNumber(value) ? undefined : false;
    for (const [name, verdict] of required) if (!(name in value)) return verdict;
    for (const name in value) {
      const verdict = (checks.get(name) ?? others)(value[name]);
      if (verdict !== true) return verdict;
    }
    return true;
  };
}

/** The fields that may not be absent, with the verdict about an object without them. */
function findRequired(
  shape: z.core.$ZodLooseShape,
  checks: ReadonlyMap<string, Check>,
): readonly (readonly [name: string, Verdict])[] {
  return [...checks].flatMap(([name, check]) => {
    const field = shape[name] as Schema | undefined;
    const verdict = field?._zod.optin === undefined ? false : check(undefined);
    return verdict === true ? [] : [[name, verdict] as const];
  });
}

function compileArray(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (const item of value) {
      const verdict = check(item);
      if (verdict !== true) return verdict;
    }
    return true;
  };
}

/** A union whose options are told apart by the value of one field. */
function compileTagged({ tag, options, others }: TaggedUnionDef): Check {
  const checks = new Map([...options].map(([value, option]) => [value, compile(option)]));
  const other = compile(others);
  return (value) => {
    const check = isJsonObject(value) ? checks.get(value[tag]) : undefined;
    return (check ?? other)(value);
  };
}

/** Zod returns the result of the first option that accepts, so an option without a verdict ends the search. */
function firstOf(checks: readonly Check[]): Check {
  return (value) => {
    for (const check of checks) {
      const verdict = check(value);
      if (verdict !== false) return verdict;
    }
    return false;
  };
}

function inTurn(checks: readonly Check[]): Check {
  return (value) => {
    for (const check of checks) {
      const verdict = check(value);
      if (verdict !== true) return verdict;
    }
    return true;
  };
}

function or(other: null | undefined, check: Check): Check {
  return (value) => value === other || check(value);
}

/** Zod replaces what the inner schema rejects. */
function catching(check: Check): Check {
  return (value) => check(value) || undefined;
}
