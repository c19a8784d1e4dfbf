/** The contract of operations: the steps in which endpoints differ. Stages call them, `http` chooses one. */
import type { GatewayError } from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import type { Target } from '../../models/routing/snapshot.ts';
import type { ParsedRequest, RequestBody } from '../parsed-request.ts';
import type { Admitted, Answer, Authenticated, WholeAnswer } from '../state.ts';
import type { UpstreamRequest } from '../upstream/upstream-request.ts';
import type { UpstreamResponse } from '../upstream/upstream-response.ts';

/** An attempt that gave no answer. */
export interface FailedAttempt {
  readonly target: Target;
  readonly error: GatewayError;
}

/** What an endpoint asks of a model. */
export interface Operation {
  /** False for what costs nothing and leaves no record. */
  readonly isRecorded: boolean;
  /**
   * Answers without an upstream where that is possible. It is asked when the caller is known, before the
   * first attempt, and after each failed one.
   * @throws GatewayError when none of the groups that may serve the caller offers the operation
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
  /** Writes the request for one target. @throws GatewayError when that is not possible */
  encode(gateway: GatewayContext, admitted: Admitted, target: Target): UpstreamRequest;
  /**
   * Opens a response with status 200: a whole reply is read to its end, of a stream only the beginning, so
   * that what fails until then can still be an HTTP error or go to the next target.
   * @throws GatewayError when the response is no reply
   */
  open(gateway: GatewayContext, admitted: Admitted, response: UpstreamResponse): Promise<Answer>;
}
