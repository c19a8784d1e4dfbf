/** The part of the Workers runtime that the entry uses (developers.cloudflare.com/workers/runtime-apis). */
import type { StoreStub } from '@parley/store-durable-object';

/** The variables and secrets of the deployment, and the binding of the store's class. */
export interface Bindings {
  readonly STORE: { getByName(name: string): StoreStub };
  readonly [name: string]: unknown;
}

export interface ExecutionContext {
  /** Keeps the isolate running for the work, up to 30 seconds after the response or a disconnect. */
  waitUntil(work: Promise<unknown>): void;
}

/** The side of a WebSocket that the Worker keeps. */
export interface AcceptingSocket extends WebSocket {
  /** Makes the Worker handle its events. */
  accept(): void;
}

/** https://developers.cloudflare.com/workers/runtime-apis/websockets */
export type WebSocketPairConstructor = new () => {
  readonly 0: WebSocket;
  readonly 1: AcceptingSocket;
};
