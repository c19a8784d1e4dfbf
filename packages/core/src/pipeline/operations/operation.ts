import type { GatewayError, JsonScan, JsonValue, RequestFacts } from '@parley/protocol';
import type { Answer } from '../upstream/answer.ts';
import type { EncodedCall } from '../upstream/upstream-request.ts';
import type { Reception } from '../upstream/upstream-response.ts';
import type { GatewayContext } from '../../context.ts';
import type { Exchange } from '../state.ts';
import type { Target } from '../../models/routing/snapshot.ts';
import type { Caller } from '../authenticate.ts';
import type { Question } from '../parse.ts';

/** What an endpoint asks of a model. The stages are the same for all; only these steps differ. */
export interface Operation {
  /** False for questions that cost nothing and leave no record. */
  readonly recorded: boolean;
  /** False where the answer holds no words of a model, so that only the prompt is paid for. */
  readonly answersInWords: boolean;
  /**
   * Answers a caller whose body is not even read, where nothing in it could change the answer.
   * @throws GatewayError when none of the caller's groups offers the operation
   */
  answerCaller?(exchange: Exchange, caller: Caller): Answer | undefined;
  /**
   * Gives another text for the caller's, where something of it must be looked up before it is checked.
   * @throws GatewayError `invalid-request`
   */
  prepare?(
    gateway: GatewayContext,
    exchange: Exchange,
    received: { readonly text: string; readonly scan: JsonScan },
  ): Promise<string | undefined>;
  /** Makes a body that asks something about a request into that request. */
  toRequest?(exchange: Exchange, body: JsonValue): JsonValue;
  /** @throws GatewayError `invalid-request` with `param` */
  check(exchange: Exchange, body: JsonValue): RequestFacts;
  /**
   * Answers without any upstream, where that is possible.
   * @throws GatewayError when the caller's group does not offer the operation
   */
  answerHere(
    exchange: Exchange,
    asked: { readonly question: Question; readonly targets: readonly Target[] },
  ): Answer | undefined;
  /**
   * Answers in place of an upstream that has failed, where that is better than to say so.
   */
  recover?(
    exchange: Exchange,
    error: GatewayError,
    asked: { readonly question: Question; readonly target: Target },
  ): Answer | undefined;
  /** Writes the request for one target. @throws GatewayError when it cannot be written for it */
  encode(
    gateway: GatewayContext,
    exchange: Exchange,
    asked: { readonly question: Question; readonly target: Target },
  ): EncodedCall;
  /** Opens a successful answer. @throws GatewayError when it is none */
  open(gateway: GatewayContext, exchange: Exchange, reception: Reception): Promise<Answer>;
}
