import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../canonical/error.ts';
import type { Translated } from '../canonical/note.ts';
import type { CanonicalRequest, OutputFormat, ToolChoice } from '../canonical/request.ts';
import type { Codec, RequestTarget } from '../codec.ts';
import { codecs } from '../dialects.ts';
import { parseJson } from '../json/parse.ts';
import type { JsonValue } from '../json/value.ts';
import { overrideProfile } from '../profiles/guess.ts';
import { plainRequest, requestOption } from '../testing/request-options.ts';
import { receiveRequest } from '../testing/translation.ts';
import { statefulTargets } from '../testing/upstreams.ts';
import { sendJson } from '../testing/wire.ts';

/** An upstream that refuses nothing its format can say. */
function generous(target: RequestTarget): RequestTarget {
  const profile = overrideProfile(target.profile, {
    sampling: true,
    maxTemperature: 2,
    toolChoice: 'subset',
    reasoning: target.vendor === 'anthropic' ? 'adaptive' : 'effort',
    efforts: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
  });
  return { ...target, profile };
}

/** A request as an upstream understands it; `undefined` when it is refused with a reason. */
function translate(
  codec: Codec,
  request: CanonicalRequest,
): Translated<CanonicalRequest> | undefined {
  try {
    const { value, notes } = codec.encodeRequest(request, generous(statefulTargets[codec.dialect]));
    return { value: receiveRequest(codec, sendJson(value.body)).value, notes };
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(GatewayError);
    expect(thrown).toMatchObject({ code: 'unsupported' });
    return undefined;
  }
}

describe.each(Object.values(codecs))('a request in $dialect', (codec) => {
  const plain = translate(codec, plainRequest);

  it('keeps each option, or notes the change', () => {
    fc.assert(
      fc.property(requestOption(), (option) => {
        const decoded = translate(codec, { ...plainRequest, ...option });
        if (decoded === undefined) return;
        if (decoded.notes.length !== plain?.notes.length) return;
        expect(meaningOf(decoded.value)).toEqual(meaningOf({ ...plain.value, ...option }));
      }),
      { numRuns: 500 },
    );
  });
});

/** The options without defaults, and without what is the same in other text. */
function meaningOf(request: CanonicalRequest): unknown {
  const { maxOutputTokens, stopSequences, candidates, sampling, verbosity } = request;
  const { user, serviceTier, cacheKey, metadata, previousResponseId } = request;
  const { toolChoice, parallelToolCalls, outputFormat, reasoning } = request;
  const decoded = {
    ...{ maxOutputTokens, stopSequences, candidates, sampling, verbosity },
    ...{ user, cacheKey, previousResponseId },
    metadata: Object.keys(metadata ?? {}).length > 0 ? metadata : undefined,
    serviceTier: serviceTier === 'auto' ? undefined : serviceTier,
    isSerial: parallelToolCalls === false,
    format: outputFormat && formatOf(outputFormat),
    effort: reasoning?.effort,
    budget: reasoning?.budget,
    choice:
      toolChoice?.mode === 'named' ? subsetOf(toolChoice.name) : (toolChoice ?? { mode: 'auto' }),
  };
  return parseJson(JSON.stringify(decoded));
}

/** A schema's name is a label, its description may stand inside, and whether it binds is a rule. */
function formatOf(format: OutputFormat): JsonValue {
  if (format.type === 'json') return format.type;
  return { description: format.description ?? null, ...format.schema };
}

function subsetOf(name: string): ToolChoice {
  return { mode: 'subset', names: [name], required: true };
}
