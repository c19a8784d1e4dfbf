import { describe, expect, test } from 'vitest';
import { listComputedErrors, listMembers } from './codebase/module.ts';
import { listSources } from './codebase/workspace.ts';

/** The source files of a package without its tests. */
function listShipped(folder: string): string[] {
  return listSources(folder).filter((path) => !/\.test\.ts$|\/testing\//.test(path));
}

/** Errors whose message is not a literal in the source, except in some files. */
function listQuotingErrors(folder: string, exceptions: readonly string[]): string[] {
  const known = exceptions.map((path) => `${folder}/src/${path}`);
  const others = listShipped(folder).filter(
    (path) => !known.some((start) => path.startsWith(start)),
  );
  return others.flatMap((path) => listComputedErrors(path, 'GatewayError'));
}

describe('text of an upstream reaches clients only through redaction', () => {
  const gate = 'packages/core/src/pipeline/upstream/upstream-reader.ts';
  /** The functions of a codec that decode upstream responses. */
  const reading = [
    'decodeError',
    'decodeReply',
    'readReply',
    'createStreamDecoder',
    'createStreamObserver',
  ];

  test(`in core only ${gate} reads answers with a codec; everything else has its UpstreamReader`, () => {
    const others = listShipped('packages/core').filter((path) => path !== gate);
    const readings = others.flatMap((path) => {
      const members = listMembers(path);
      return reading.filter((name) => members.has(name)).map((name) => `${path}: ${name}`);
    });
    expect(readings).toEqual([]);
    expect(reading.filter((name) => !listMembers(gate).has(name))).toEqual([]);
  });

  test('core creates no error from text of an upstream response', () => {
    // These files handle requests, keys, limits and the configuration, and never an upstream response.
    const farAway = ['http/', 'billing/quota/', 'billing/usage/', 'models/routing/'];
    const ofRequests = [
      'keys/auth-failure-limiter.ts',
      'pipeline/capacity/admission-gate.ts',
      'pipeline/request/body.ts',
      'pipeline/request/content-coding.ts',
      'pipeline/capacity/overload.ts',
      'pipeline/operations/embed.ts',
      'pipeline/upstream/upstream-request.ts',
    ];
    const ofOurClock = ['pipeline/upstream/response-timer.ts'];
    // The transport's own texts, which quote nothing that an upstream sent.
    const ofTransports = ['pipeline/upstream/unreachable.ts'];
    // What cannot be done without the store, which is asked for nothing that an upstream sent.
    const ofStores = ['store/errors.ts'];
    // Another code for an error that exists, with its text unchanged.
    const ofErrors = ['pipeline/response/repeating-clients.ts'];
    const others = [...ofOurClock, ...ofTransports, ...ofStores, ...ofErrors];
    const exceptions = [...farAway, ...ofRequests, ...others];
    expect(listQuotingErrors('packages/core', exceptions)).toEqual([]);
  });

  test('the protocol creates errors from the client’s text or from a RedactedReply, which only redaction creates', () => {
    const ofRequests = [
      'dialects/anthropic-messages/request/schema.ts',
      'dialects/gemini-generate/embeddings.ts',
      'dialects/gemini-generate/request/schema.ts',
      'dialects/openai-chat/text-completion/request.ts',
      'dialects/openai-responses/stored/conversation-request.ts',
      'dialects/openai-responses/request/request.ts',
      'json/scan.ts',
      'shared/openai/error.ts',
      'shared/unsupported.ts',
      'shared/vectors.ts',
      'translate/request.ts',
    ];
    const ofRedactedReplies = [
      'dialects/gemini-generate/error.ts',
      'shared/errors/upstream-error.ts',
    ];
    // It masks what the model's vendor says about a mistake before it quotes it.
    const ofRedactedText = ['shared/errors/mistaken-reply.ts'];
    const exceptions = [...ofRequests, ...ofRedactedReplies, ...ofRedactedText];
    expect(listQuotingErrors('packages/protocol', exceptions)).toEqual([]);
  });
});
