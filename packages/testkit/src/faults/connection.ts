import { onAccept, raw, send } from '../behaviour.ts';
import type { AcceptBehaviour, RawBehaviour } from '../behaviour.ts';

/** Accepts a connection and closes it (FIN) before anything was read. */
export function closeOnAccept(): AcceptBehaviour {
  return onAccept({ step: 'finish' });
}

/** Accepts a connection and breaks it (RST) before anything was read. */
export function resetOnAccept(): AcceptBehaviour {
  return onAccept({ step: 'reset' });
}

/** Greets a new connection with bytes, as servers of other protocols do, and closes it. */
export function greetOnAccept(greeting: string | Uint8Array): AcceptBehaviour {
  return onAccept(send(greeting), { step: 'finish' });
}

/** Accepts a connection and never says a word on it. */
export function ignoreConnection(): AcceptBehaviour {
  return onAccept({ step: 'stall' });
}

/** Reads the request and closes (FIN) without an answer. */
export function finBeforeHead(): RawBehaviour {
  return raw({ step: 'finish' });
}

/** Reads the request and breaks the connection (RST) without an answer. */
export function resetBeforeHead(): RawBehaviour {
  return raw({ step: 'reset' });
}

/** Reads the request and never answers. */
export function stallBeforeHead(): RawBehaviour {
  return raw({ step: 'stall' });
}
