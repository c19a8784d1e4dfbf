/** Failures of the connection before a response starts. */
import { onAccept, raw, send } from '../behaviour.ts';
import type { AcceptBehaviour, RawBehaviour } from '../behaviour.ts';

/** Accepts a connection and closes it (FIN) before reading. */
export function closeOnAccept(): AcceptBehaviour {
  return onAccept({ step: 'finish' });
}

/** Accepts a connection and resets it (RST) before reading. */
export function resetOnAccept(): AcceptBehaviour {
  return onAccept({ step: 'reset' });
}

/** Sends bytes on a new connection, as servers of other protocols do, and closes it. */
export function greetOnAccept(greeting: string | Uint8Array): AcceptBehaviour {
  return onAccept(send(greeting), { step: 'finish' });
}

/** Accepts a connection and sends nothing. */
export function ignoreConnection(): AcceptBehaviour {
  return onAccept({ step: 'stall' });
}

/** Reads the request and closes the connection (FIN) without a response. */
export function finBeforeHead(): RawBehaviour {
  return raw({ step: 'finish' });
}

/** Reads the request and resets the connection (RST) without a response. */
export function resetBeforeHead(): RawBehaviour {
  return raw({ step: 'reset' });
}

/** Reads the request and sends no response. */
export function stallBeforeHead(): RawBehaviour {
  return raw({ step: 'stall' });
}
