/** The interface of operations: the steps in which endpoints differ. Chosen by `http`, called by stages. */
import type { GatewayError } from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import type { Target } from '../../models/routing/snapshot.ts';
import type { ParsedRequest, RequestBody } from '../request/parsed-request.ts';
import type { Admitted, Answer, Authenticated, WholeAnswer } from '../state.ts';
import type { UpstreamRequest } from '../upstream/upstream-request.ts';
import type { AttemptResponse } from '../upstream/upstream-response.ts';

/** An attempt without a reply. */
export interface FailedAttempt {
  readonly target: Target;
  readonly error: GatewayError;
}

/** What an endpoint requests from a model: generate, complete a text, compact, embed or count tokens. */
export interface Operation {
  /** False for operations that cost nothing and are not recorded. */
  readonly isRecorded: boolean;
  /**
   * Answers without an upstream where that is possible. Called after authentication, before the first
   * attempt, and after each failed attempt.
   * @throws GatewayError when the operation is not offered, by any group of the key or by the last upstream
   */
  answerLocally?(
    reached: Authenticated | Admitted,
    failed?: FailedAttempt,
  ): WholeAnswer | undefined;
  /** Checks a body. @throws GatewayError `invalid-request` with `param` */
  parse(
    gateway: GatewayContext,
    authenticated: Authenticated,
    body: RequestBody,
  ): ParsedRequest | Promise<ParsedRequest>;
  /** Encodes the request for one target. @throws GatewayError when that is not possible */
  encode(gateway: GatewayContext, admitted: Admitted, target: Target): UpstreamRequest;
  /**
   * Opens a successful response. Reads a whole reply to its end, and a stream up to its first content,
   * so that a failure until then can still become an HTTP error or lead to the next target.
   * @throws GatewayError when the response is not a reply
   */
  open(gateway: GatewayContext, admitted: Admitted, response: AttemptResponse): Promise<Answer>;
}
