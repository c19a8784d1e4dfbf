/** Plays the steps of a behaviour on a socket. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Step } from '../behaviour.ts';
import type { ByteReader } from '../wire/byte-reader.ts';
import type { Holds } from './holds.ts';

/** The connection that a player uses. */
export interface PlayerContext {
  readonly socket: Socket;
  /** The bytes from the client: `await-reuse` watches them. */
  readonly reader: ByteReader;
  readonly holds: Holds;
  /** Aborted when the connection has ended. */
  readonly signal: AbortSignal;
}

/** The events that a player reports. */
export interface PlayEvents {
  onSend(bytes: number): void;
  /** Called when the response is complete or the upstream itself ended the connection. */
  onEnd(): void;
}

const silentEvents: PlayEvents = { onSend: () => undefined, onEnd: () => undefined };

/**
 * Plays steps on a socket until the steps or the connection end. Steps without a wait run at once: a `hold`
 * after a `send` is entered before the client can have received the bytes.
 */
export async function playSteps(
  context: PlayerContext,
  steps: readonly Step[],
  events: PlayEvents = silentEvents,
): Promise<void> {
  try {
    for (const step of steps) {
      if (context.signal.aborted) return;
      const pending = perform(context, step, events);
      if (pending) await pending;
    }
  } catch (error) {
    if (!context.signal.aborted) throw error;
  }
}

function perform(
  context: PlayerContext,
  step: Step,
  events: PlayEvents,
): Promise<unknown> | undefined {
  switch (step.step) {
    case 'send':
      return write(context, step.bytes, events);
    case 'repeat':
      return repeat(context, step, events);
    case 'wait':
      return pause(context, step.milliseconds);
    case 'hold':
      return context.holds.enter(context.signal);
    case 'stall':
      return whenAborted(context.signal);
    case 'await-reuse':
      return context.reader.whenReadable();
    case 'done':
      events.onEnd();
      return undefined;
    case 'finish':
      events.onEnd();
      context.socket.end();
      return whenAborted(context.signal);
    case 'reset':
      events.onEnd();
      return reset(context);
  }
}

function write(
  context: PlayerContext,
  bytes: Uint8Array,
  events: PlayEvents,
): Promise<unknown> | undefined {
  const flowing = context.socket.write(bytes);
  events.onSend(bytes.length);
  return flowing ? undefined : once(context.socket, 'drain', { signal: context.signal });
}

async function repeat(
  context: PlayerContext,
  step: { readonly bytes: Uint8Array; readonly times: number },
  events: PlayEvents,
): Promise<void> {
  for (let turn = 0; turn < step.times; turn += 1) {
    if (context.signal.aborted) return;
    const pending = write(context, step.bytes, events);
    if (pending) await pending;
  }
}

function pause(context: PlayerContext, milliseconds: number): Promise<unknown> {
  const { signal } = context;
  // An immediate without a reference would wait for another event of the process.
  if (milliseconds === 0) return setImmediate(undefined, { signal });
  return setTimeout(milliseconds, undefined, { signal, ref: false });
}

function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
}

/** A reset discards unsent bytes, so it waits until the kernel has accepted everything. */
async function reset(context: PlayerContext): Promise<void> {
  await new Promise<void>((resolve) => context.socket.write('', () => resolve()));
  context.socket.resetAndDestroy();
  await whenAborted(context.signal);
}
