// Encodes the options of Chat Completions requests, for the request encoder.
import type { NoteBook } from '../../../canonical/note.ts';
import type { CanonicalRequest, OutputFormat, Sampling } from '../../../canonical/request.ts';
import type { RequestTarget } from '../../../codec.ts';
import type { ChatServiceTier, Profile } from '../../../profiles/profile.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { encodeStrict, schemaName } from '../../../shared/openai/output-format.ts';
import {
  encodeNearestEffort,
  encodeTemperature,
  encodeUser,
  tierOf,
  wantedEffort,
} from '../../../shared/openai/request-options.ts';
import { encodeOutputLimit } from '../../../shared/output-limit.ts';
import { ownExtras } from '../extras.ts';
import type { ChatRequestOptions, ChatResponseFormat } from '../types.ts';
import { fitSchema } from './fit-schema.ts';
import { isForced } from './tool-choice.ts';

/** Maximum number of stop strings that OpenAI accepts. */
const mostStops = 4;

/** Encodes everything in a request except its conversation and its tools. */
export function encodeOptions(
  request: CanonicalRequest,
  target: RequestTarget,
  notes: NoteBook,
): ChatRequestOptions {
  const { outputFormat, metadata } = request;
  return omitUndefined<ChatRequestOptions>({
    [target.profile.outputLimitField]: encodeOutputLimit(request, 1, notes),
    stop: encodeStops(request, target.profile, notes),
    n: request.candidates,
    ...encodeSampling(request, target, notes),
    response_format: outputFormat && encodeOutputFormat(outputFormat, target.profile, notes),
    ...encodeEffort(request, target.profile, notes),
    verbosity: request.verbosity,
    ...encodeUser(request, target, notes),
    service_tier: encodeTier(request, target.profile, notes),
    prompt_cache_key: request.cacheKey,
    metadata: metadata && { ...metadata },
    store: request.store,
  });
}

function encodeStops(
  { stopSequences }: CanonicalRequest,
  { stopStrings }: Profile,
  notes: NoteBook,
): string[] | undefined {
  const usable = (stopSequences ?? []).filter((sequence) => sequence !== '');
  if (usable.length > 0 && !stopStrings) {
    notes.dropped('stopSequences', 'This model takes no stop strings.');
    return undefined;
  }
  if (usable.length > mostStops) {
    notes.dropped(
      'stopSequences',
      `The upstream takes ${mostStops} stop strings; the first ones are sent.`,
    );
  }
  return usable.length > 0 ? usable.slice(0, mostStops) : undefined;
}

function encodeSampling(
  { sampling }: CanonicalRequest,
  { profile }: RequestTarget,
  notes: NoteBook,
): ChatRequestOptions {
  const { seed, topK, ...draw } = sampling;
  if (topK !== undefined) notes.dropped('sampling.topK', 'Chat upstreams have no top_k.');
  if (seed !== undefined && !Number.isSafeInteger(seed)) {
    notes.approximated('sampling.seed', 'A seed of more than 53 bits may have been rounded.');
  }
  const kept = { [profile.seedField]: seed };
  if (!profile.sampling) {
    noteUnwanted(draw, notes);
    return omitUndefined(kept);
  }
  return omitUndefined({
    temperature: encodeTemperature(draw.temperature, profile, notes),
    top_p: draw.topP,
    presence_penalty: draw.presencePenalty,
    frequency_penalty: draw.frequencyPenalty,
    logit_bias: draw.logitBias && { ...draw.logitBias },
    logprobs: draw.logprobs,
    top_logprobs: draw.topLogprobs,
    ...kept,
  });
}

/**
 * Models that accept no temperature accept no other sampling parameters and no token probabilities either.
 */
function noteUnwanted(draw: Sampling, notes: NoteBook): void {
  for (const [name, value] of Object.entries(draw)) {
    const isDefault = value === false || (value === 0 && name.endsWith('Penalty'));
    if (value === undefined || isDefault) continue;
    notes.dropped(`sampling.${name}`, 'The sampling of this model is fixed.');
  }
}

function encodeOutputFormat(
  format: OutputFormat,
  profile: Profile,
  notes: NoteBook,
): ChatResponseFormat {
  if (format.type === 'json') return { type: 'json_object' };
  const { name, schema, description } = format;
  return {
    type: 'json_schema',
    json_schema: {
      name: schemaName(name),
      schema: fitSchema(schema, profile, { path: 'outputFormat.schema', notes }),
      ...omitUndefined({ description, strict: encodeStrict(format, 'outputFormat.strict', notes) }),
    },
  };
}

function encodeTier(
  { serviceTier }: CanonicalRequest,
  { serviceTiers }: Profile,
  notes: NoteBook,
): ChatServiceTier | undefined {
  if (serviceTier === undefined) return undefined;
  const tier = tierOf(serviceTier);
  if (tier === undefined || !serviceTiers.includes(tier)) {
    // No tier at all is the default one.
    if (tier !== 'default') notes.dropped('serviceTier', 'This upstream does not know this tier.');
    return undefined;
  }
  if (tier !== serviceTier) {
    notes.approximated('serviceTier', `The nearest tier of chat upstreams is '${tier}'.`);
  }
  return tier;
}

type EffortOption = Pick<ChatRequestOptions, 'reasoning_effort' | 'thinking' | 'enable_thinking'>;

const switches = {
  thinking: { thinking: { type: 'disabled' } },
  'enable-thinking': { enable_thinking: false },
} as const satisfies Record<string, EffortOption>;

/** Encodes the effort, as far as the model accepts one. */
export function encodeEffort(
  request: CanonicalRequest,
  profile: Profile,
  notes: NoteBook,
): EffortOption {
  const { reasoning, tools } = request;
  const own = ownExtras(reasoning?.extras);
  // The client has chosen the field that this upstream knows.
  if (Object.keys(own).length > 0) return own;
  if (profile.thinkingSwitch !== 'none' && mustNotThink(request, profile, notes)) {
    return switches[profile.thinkingSwitch];
  }
  if (!profile.effortBesideTools && tools.some(({ kind }) => kind === 'function')) {
    return forgoEffort(request, notes);
  }
  const wanted = wantedEffort(reasoning);
  if (wanted === undefined) return {};
  const supported = profile.reasoning === 'none' ? [] : profile.efforts;
  const effort = encodeNearestEffort(reasoning, supported, notes);
  if (effort !== undefined) return { reasoning_effort: effort };
  // A model that cannot reason already does what `none` asks for.
  if (wanted !== 'none') notes.dropped('reasoning', 'This model accepts no reasoning effort.');
  return {};
}

/** True if the client wants no reasoning, or a call or JSON that excludes it. */
function mustNotThink(request: CanonicalRequest, profile: Profile, notes: NoteBook): boolean {
  const wanted = wantedEffort(request.reasoning);
  if (wanted === 'none') return true;
  const reason = findObstacle(request, profile);
  if (reason === undefined) return false;
  if (wanted === undefined) notes.defaulted('reasoning', reason);
  else notes.dropped('reasoning', reason);
  return true;
}

function findObstacle(
  { tools, toolChoice, outputFormat }: CanonicalRequest,
  { thinkingSwitch, toolChoice: accepted }: Profile,
): string | undefined {
  // Of the vendors with a switch, the one with this field has JSON only without reasoning.
  if (thinkingSwitch === 'enable-thinking' && outputFormat !== undefined) {
    return 'JSON excludes reasoning.';
  }
  const forces =
    accepted !== 'auto' && isForced(toolChoice) && tools.some(({ kind }) => kind !== 'server');
  return forces ? 'A required tool call excludes reasoning.' : undefined;
}

/** Some of these models reason by default, so the effort is sent even if none was requested. */
function forgoEffort({ reasoning }: CanonicalRequest, notes: NoteBook): EffortOption {
  const wanted = wantedEffort(reasoning);
  const reason = 'Beside function tools, this model has no reasoning.';
  if (wanted === undefined) notes.defaulted('reasoning', reason);
  else if (wanted !== 'none') notes.dropped('reasoning', reason);
  return { reasoning_effort: 'none' };
}
