// Determines what each translation keeps and loses, for `pair-page.ts`.
import type { DialectId } from '../canonical/dialect.ts';
import { GatewayError } from '../canonical/error.ts';
import type { JsonObject } from '../json/value.ts';
import type { Note } from '../canonical/note.ts';
import type { Codec, RequestTarget } from '../codec.ts';
import { codecs } from '../dialects.ts';
import { overrideProfile } from '../profiles/guess.ts';
import { writeFollowUp } from './follow-up.ts';
import { conversationProbes } from './probes/conversation.ts';
import { detailProbes } from './probes/details.ts';
import { endingProbes } from './probes/endings.ts';
import { mediaProbes } from './probes/media.ts';
import { optionProbes } from './probes/options.ts';
import { plainBodies, plainReplies, type ProbeGroup } from './probes/probe.ts';
import { replyProbes } from './probes/replies.ts';
import { seal, stateProbes } from './probes/state.ts';
import { toolProbes } from './probes/tools.ts';
import { sendReply, translateRequest } from './translation.ts';
import { targetOf } from './upstreams.ts';
import { replyTarget } from './wire.ts';

export const probeGroups: readonly ProbeGroup[] = [
  conversationProbes,
  mediaProbes,
  toolProbes,
  ...optionProbes,
  replyProbes,
  detailProbes,
  endingProbes,
  stateProbes,
];

/**
 * What a translation did with a feature.
 * - `kept`: it means the same on the other side. `adapted`: nearly, and a note says how.
 * - `partly`: some of it is lost. `lost`: all of it is. `refused`: the request is rejected.
 */
export type Outcome = 'kept' | 'adapted' | 'partly' | 'lost' | 'refused';

/** One row of the table of a pair. */
export interface PairRow {
  readonly feature: string;
  readonly outcome: Outcome;
  /** The sentences of the notes, in order; for a rejected request, the error message. */
  readonly reasons: readonly string[];
}

/** Upstreams that accept everything their format can express, so that the table shows formats, not models. */
export const tableTargets: Readonly<Record<DialectId, RequestTarget>> = {
  'openai-chat': generous(targetOf('gpt-5.1', 'openai')),
  'anthropic-messages': generous(targetOf('claude-opus-4-6', 'anthropic')),
  'gemini-generate': targetOf('gemini-3-pro-preview', 'google'),
  'openai-responses': generous(targetOf('gpt-5.1', 'openai')),
};

function generous(target: RequestTarget): RequestTarget {
  const corrections = {
    ...{ sampling: true, stopStrings: true },
    ...{ lateInstructions: true, cacheMarks: true },
  } as const;
  return { ...target, profile: overrideProfile(target.profile, corrections) };
}

/** What a translation kept of a feature, and the notes about it. */
interface Translation {
  readonly text: string;
  readonly notes: readonly Note[];
}

/**
 * The rows of one group for one ordered pair: from client to upstream for requests, from upstream to client
 * for replies.
 * @throws Error if something is lost without a note
 */
export function tabulate(group: ProbeGroup, source: Codec, other: Codec): PairRow[] {
  const translate = translators[group.kind];
  return group.probes.flatMap((probe) => {
    const bodies = probe.bodies[source.dialect];
    if (bodies === undefined) return [];
    const plain = plainOf(group.kind)[source.dialect];
    const omitted = probe.omitted?.[source.dialect];
    const bare = translate(plain, source, other);
    const before =
      omitted === undefined ? bare : translate({ ...plain, ...omitted }, source, other);
    const after = () => translate({ ...plain, ...bodies }, source, other);
    const feature = probe.feature;
    return [{ feature, ...judge(after, { bare, before }, feature) }];
  });
}

function plainOf(kind: ProbeGroup['kind']): Readonly<Record<DialectId, JsonObject>> {
  return kind === 'request' ? plainBodies : plainReplies;
}

/** The context of a probe: the plain body, and the fields around the tested feature. */
interface Surroundings {
  readonly bare: Translation;
  readonly before: Translation;
}

function judge(
  translate: () => Translation,
  { bare, before }: Surroundings,
  feature: string,
): Omit<PairRow, 'feature'> {
  try {
    const { text, notes: all } = translate();
    const notes = newNotes(all, before.notes);
    const reasons = reasonsOf(notes);
    const isGone = text === before.text;
    if (notes.length === 0 && isGone) {
      const around = newNotes(before.notes, bare.notes);
      const isLostAround = before.text === bare.text && around.some(isDropped);
      if (isLostAround) return { outcome: 'lost', reasons: reasonsOf(around) };
      throw new Error(`Without a note, nothing is left of: ${feature}.`);
    }
    if (notes.length === 0) return { outcome: 'kept', reasons };
    const hasLoss = notes.some(isDropped);
    if (!hasLoss) return { outcome: 'adapted', reasons };
    return { outcome: isGone ? 'lost' : 'partly', reasons };
  } catch (thrown) {
    if (!(thrown instanceof GatewayError)) throw thrown;
    return { outcome: 'refused', reasons: [thrown.message] };
  }
}

function newNotes(notes: readonly Note[], known: readonly Note[]): readonly Note[] {
  return notes.filter((note) => !known.some((other) => isSame(note, other)));
}

function reasonsOf(notes: readonly Note[]): readonly string[] {
  return [...new Set(notes.map(({ reason }) => reason))];
}

function isDropped({ action }: Note): boolean {
  return action === 'dropped';
}

function isSame(one: Note, other: Note): boolean {
  return one.path === other.path && one.reason === other.reason;
}

type Translator = (body: JsonObject, source: Codec, other: Codec) => Translation;

const translators: Readonly<Record<ProbeGroup['kind'], Translator>> = {
  request: (body, client, codec) => {
    const target = tableTargets[codec.dialect];
    const { value, notes } = translateRequest(client, body, { codec, target });
    return { text: JSON.stringify(value.body), notes };
  },
  reply: (body, upstream, client) => {
    const reply = upstream.decodeReply(body, tableTargets[upstream.dialect]);
    const whole = sendReply(client, reply.value, replyTarget());
    return { text: JSON.stringify(whole.value), notes: [...reply.notes, ...whole.notes] };
  },
  'second-turn': (body, upstream, client) => {
    const target = tableTargets[upstream.dialect];
    const reply = upstream.decodeReply(body, target);
    const shown = sendReply(client, reply.value, replyTarget());
    const echoed = writeFollowUp(client.dialect, shown.value, ['Done.']);
    const next = translateRequest(client, echoed, { codec: upstream, target });
    // Only the state is tested here, not the part it came with.
    const isBack = JSON.stringify(next.value.body).includes(seal);
    return { text: isBack ? seal : '', notes: [...reply.notes, ...shown.notes, ...next.notes] };
  },
};

/** Every ordered pair of two different dialects. */
export const orderedPairs = Object.values(codecs).flatMap((source) =>
  Object.values(codecs)
    .filter((other) => other !== source)
    .map((other) => ({ source, other })),
);
