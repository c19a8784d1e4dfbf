/** A call name and its targets, created from the configuration or from the models that upstreams list. */
import { guessProfile, overrideProfile, type Profile, omitUndefined } from '@parley/protocol';
import type { ModelConfiguration } from '../../configuration/schema.ts';
import { isModelName, type DiscoveredModel, type Upstream } from './upstream.ts';

/** An upstream and one of its models. */
export interface Target {
  readonly upstream: Upstream;
  /** The upstream's own model name. */
  readonly model: string;
  /** Lower values are tried first; 0 to 1,000. */
  readonly priority: number;
  /** The share of the load among equal targets, 1 to 1,000. */
  readonly weight: number;
  /** What the model accepts; requests are translated accordingly. */
  readonly profile: Profile;
}

/** A call name and the targets that can answer it. */
export interface Route {
  readonly callName: string;
  /** At least one, by priority. */
  readonly targets: readonly Target[];
  readonly displayName: string;
  readonly ownedBy: string;
  readonly maxInputTokens?: number;
  readonly maxOutputTokens?: number;
  /** Whether a prompt may contain images; absent when unknown. */
  readonly acceptsImages?: boolean;
  /** Seconds since 1970, as the upstream lists it. */
  readonly createdAt?: number;
}

/** The upstreams, and what they list about their models. */
export interface KnownUpstreams {
  readonly upstreams: ReadonlyMap<string, Upstream>;
  /** What an upstream lists about a model, if it lists it. */
  readonly findModel: (upstream: string, model: string) => DiscoveredModel | undefined;
}

/**
 * Creates the route of a configured call name. Without a configured limit it has the lowest that the upstreams
 * of its targets list, because any of them may answer. For the same reason it accepts images if all targets do.
 */
export function createConfiguredRoute(
  callName: string,
  configured: ModelConfiguration,
  { upstreams, findModel }: KnownUpstreams,
): Route {
  const targets = configured.targets.flatMap((target) => {
    const { upstream: name, model = callName, priority, weight } = target;
    const upstream = upstreams.get(name);
    if (upstream === undefined) return [];
    const profile = correctProfile(guessProfile(model, upstream.vendor), configured.profile);
    return [{ upstream, model, priority, weight, profile }];
  });
  const listed = targets.map(({ upstream, model }) => findModel(upstream.name, model));
  const { max_input_tokens: input, profile: { max_output_tokens: output } = {} } = configured;
  const maxInputTokens = input ?? findLowest(listed.map((model) => model?.maxInputTokens));
  const maxOutputTokens = output ?? findLowest(listed.map((model) => model?.maxOutputTokens));
  const acceptsImages =
    configured.accepts_images ?? agree(listed.map((model) => model?.acceptsImages));
  return omitUndefined({
    callName,
    targets: targets.toSorted((a, b) => a.priority - b.priority),
    displayName: configured.display_name ?? callName,
    ownedBy: configured.owned_by ?? targets[0]?.upstream.provider.id ?? callName,
    maxInputTokens,
    maxOutputTokens,
    acceptsImages,
  });
}

/** False if any is false, true if all are true. */
function agree(answers: readonly (boolean | undefined)[]): boolean | undefined {
  if (answers.includes(false)) return false;
  return answers.length > 0 && !answers.includes(undefined) ? true : undefined;
}

function findLowest(limits: readonly (number | undefined)[]): number | undefined {
  const known = limits.filter((limit) => limit !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** Creates the route of a model of an upstream. */
export function createModelRoute(
  callName: string,
  model: DiscoveredModel,
  upstream: Upstream,
): Route {
  const { name, ...facts } = model;
  const profile = guessProfile(name, upstream.vendor);
  return {
    callName,
    targets: [{ upstream, model: name, priority: 0, weight: 1, profile }],
    displayName: callName,
    ownedBy: upstream.provider.id,
    ...facts,
  };
}

/**
 * Creates the route of a call name `<upstream>/<model>` of an upstream whose models are not known;
 * `undefined` for any other name.
 */
export function createUnlistedRoute(
  callName: string,
  unlisted: ReadonlyMap<string, Upstream>,
): Route | undefined {
  const slash = callName.indexOf('/');
  const upstream = slash > 0 ? unlisted.get(callName.slice(0, slash)) : undefined;
  const name = callName.slice(slash + 1);
  if (upstream === undefined || !isModelName(name)) return undefined;
  return createModelRoute(callName, { name }, upstream);
}

/** Applies the configured corrections; their fields have the names of the configuration. */
function correctProfile(profile: Profile, configured: ModelConfiguration['profile'] = {}): Profile {
  return overrideProfile(profile, {
    maxOutputTokens: configured.max_output_tokens,
    outputLimitField: configured.output_limit_field,
    seedField: configured.seed_field,
    serviceTiers: configured.service_tiers,
    sampling: configured.sampling,
    stopStrings: configured.stop_strings,
    maxTemperature: configured.max_temperature,
    reasoning: configured.reasoning,
    efforts: configured.efforts,
    effortBesideTools: configured.effort_beside_tools,
    thinkingSwitch: configured.thinking_switch,
    toolChoice: configured.tool_choice,
    jsonOutput: configured.json_output,
    jsonBesideTools: configured.json_beside_tools,
    schemaSubset: configured.schema_subset,
    rejectedFields: configured.rejected_fields,
    echoesReasoning: configured.echoes_reasoning,
    strictHistory: configured.strict_history,
    instructionRole: configured.instruction_role,
    lateInstructions: configured.late_instructions,
    customTools: configured.freeform_tools,
    cacheMarks: configured.cache_marks,
    prefill: configured.prefill,
    structuredOutput: configured.structured_output,
    maxTools: configured.max_tools,
    maxToolName: configured.max_tool_name,
    gemini: configured.gemini && {
      thinking: configured.gemini.thinking,
      budgets: configured.gemini.budgets,
      jsonSchema: configured.gemini.json_schema,
      jsonBesideTools: configured.gemini.json_beside_tools,
      signedCalls: configured.gemini.signed_calls,
      mediaInResults: configured.gemini.media_in_results,
    },
  } satisfies Record<keyof Profile, unknown>);
}
