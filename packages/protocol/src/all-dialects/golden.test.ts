import { describe, expect, it } from 'vitest';
import { assembleReply } from '../canonical/assemble.ts';
import { GatewayError } from '../canonical/error.ts';
import { checkEvents } from '../canonical/event-lint.ts';
import { replayReply } from '../canonical/replay.ts';
import type { CanonicalReply } from '../canonical/reply.ts';
import type { Codec } from '../codec.ts';
import { codecOf, codecs } from '../dialects.ts';
import { parseJson } from '../json/parse.ts';
import { isJsonObject, type JsonObject } from '../json/value.ts';
import { listCases, readCase, readResults, type CaseKind } from '../testing/golden-case.ts';
import {
  sourceBody,
  sourceFrames,
  targetOfReply,
  translateCase,
  upstreamOf,
} from '../testing/golden.ts';
import { lints } from '../testing/lints.ts';
import { readOfficially, seeReply } from '../testing/official-readers.ts';
import { receiveRequest, sendReply } from '../testing/translation.ts';
import { decodeStream, writeStream } from '../testing/wire.ts';

const cases = listCases().map(readCase);

/** Every case of a kind, with each dialect it is translated into. */
function casesOf(sought: CaseKind) {
  return cases.flatMap((golden) => {
    const { name, kind } = golden;
    const others = Object.values(codecs).filter(({ dialect }) => dialect !== golden.dialect);
    return kind === sought
      ? others.map((other) => ({ name, dialect: other.dialect, golden, other }))
      : [];
  });
}

/** The command that writes the results anew. */
const goldenCommand =
  'node_modules/.bin/node --conditions=parley-source packages/protocol/scripts/update-golden.ts';

describe(`the golden matrix, written anew by: ${goldenCommand}`, () => {
  it.each(cases)('$name matches its golden files', (golden) => {
    const shown = Object.fromEntries(readResults(golden.name));
    expect(Object.fromEntries(translateCase(golden))).toEqual(shown);
  });
});

describe.each(casesOf('request'))('the request $name in $dialect', ({ name, dialect, other }) => {
  it('is accepted by the dialect itself', () => {
    const body = resultOf(name, `${dialect}.json`);
    if (body === undefined) return;
    expect(() => receiveRequest(other, body)).not.toThrow();
  });
});

describe.each(casesOf('reply'))('the reply $name in $dialect', ({ golden, other }) => {
  const source = upstreamOf(golden, golden.dialect);
  const read = (): CanonicalReply | undefined => {
    try {
      return codecOf(golden.dialect).decodeReply(sourceBody(golden), source).value;
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(GatewayError);
      return undefined;
    }
  };

  it('is the same when it is streamed', () => {
    const reply = read();
    if (reply === undefined) return;
    const target = targetOfReply(golden);
    const frames = writeStream(other, replayReply(reply), target).steps;
    expect(lints[other.dialect](frames)).toEqual([]);
    const whole = sendReply(other, reply, target).value;
    const vendor = other.wire.vendor;
    // An answer that is a failure in this dialect is one in both forms.
    expect(outcomeOf(() => readBack(other, frames))).toEqual(
      outcomeOf(() => other.decodeReply(whole, { vendor }).value),
    );
  });
});

describe.each(casesOf('stream'))('the stream $name in $dialect', ({ golden, other }) => {
  const { vendor } = upstreamOf(golden, golden.dialect);
  const events = decodeStream(codecOf(golden.dialect), sourceFrames(golden), vendor);
  const frames = writeStream(other, events, targetOfReply(golden)).steps;
  const isWhole = events.at(-1)?.type === 'reply-end';

  it('is valid', () => {
    expect(checkEvents(events)).toEqual([]);
    expect(lints[other.dialect](frames)).toEqual([]);
    const last = decodeStream(other, frames, vendor).at(-1);
    expect(last?.type).toBe(isWhole ? 'reply-end' : 'failure');
  });

  it('is read correctly by the official client', async () => {
    const reading = readOfficially(other.dialect, frames);
    if (!isWhole) return expect(reading).rejects.toThrow();
    expect(await reading).toEqual(seeReply(assembleReply(events)));
  });
});

describe.each(casesOf('error'))(
  'the error $name in $dialect',
  ({ name, dialect, golden, other }) => {
    it('is decoded as the same error', () => {
      const result = resultOf(name, `${dialect}.json`) ?? {};
      const reply = (body: JsonObject) => ({
        status: Number(body['status']),
        headers: new Headers(isJsonObject(body['headers']) ? textsOf(body['headers']) : {}),
        body: body['body'] ?? null,
      });
      const said = codecOf(golden.dialect).decodeError(reply(sourceBody(golden)));
      const decoded = other.decodeError(reply(result));
      expect(decoded.code).toBe(said.code);
    });
  },
);

function resultOf(name: string, file: string): JsonObject | undefined {
  const value = parseJson(readResults(name).get(file) ?? '');
  return isJsonObject(value) ? value : undefined;
}

function textsOf(value: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(value).map(([key, text]) => [key, typeof text === 'string' ? text : '']),
  );
}

function readBack(codec: Codec, frames: Parameters<typeof decodeStream>[1]): CanonicalReply {
  return assembleReply(decodeStream(codec, frames, codec.wire.vendor));
}

/** What a reader gets: the answer, or the code of the failure it stands for. */
function outcomeOf(read: () => CanonicalReply): Partial<CanonicalReply> | string {
  try {
    return comparable(read());
  } catch (thrown) {
    return GatewayError.from(thrown).code;
  }
}

/** What every reader must see the same way, streamed or not. */
function comparable({ choices, usage, serviceTier }: CanonicalReply): Partial<CanonicalReply> {
  return { choices, usage, serviceTier };
}
