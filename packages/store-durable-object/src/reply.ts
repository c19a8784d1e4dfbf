/** What a call of a Durable Object returns: errors as data, because they lose their class in transit. */
import {
  StoreChangedError,
  StoreConflictError,
  StoreReferenceError,
  StoreUnavailableError,
  StoreVersionError,
} from '@parley/core/store';

/** The errors of the contract, by name. */
const errors = {
  RangeError,
  StoreChangedError,
  StoreConflictError,
  StoreReferenceError,
  StoreUnavailableError,
  StoreVersionError,
} as const;

/** The errors that keep their class. */
export type ErrorName = keyof typeof errors;

export type Reply =
  | { readonly kind: 'value'; readonly value: unknown }
  | {
      readonly kind: 'error';
      readonly name: ErrorName;
      readonly message: string;
      /** The messages of the error's causes, outermost first; for the log. */
      readonly causes: readonly string[];
    };

/** An error outside the contract is a fault of the store itself. */
export function replyWith(error: unknown): Reply {
  if (!(error instanceof Error)) return unavailable([String(error)]);
  const { name } = error;
  if (!isErrorName(name)) return unavailable(messagesOf(error));
  return { kind: 'error', name, message: error.message, causes: messagesOf(error.cause) };
}

/** @throws the error with which the call ended */
export function readReply(reply: Reply): unknown {
  if (reply.kind === 'value') return reply.value;
  throw new errors[reply.name](reply.message, { cause: errorOf(reply.causes) });
}

function isErrorName(name: string): name is ErrorName {
  return Object.hasOwn(errors, name);
}

function unavailable(causes: readonly string[]): Reply {
  const message = 'The store in the Durable Object failed.';
  return { kind: 'error', name: 'StoreUnavailableError', message, causes };
}

const mostCauses = 5;

function messagesOf(error: unknown): readonly string[] {
  const messages: string[] = [];
  for (let each = error; each instanceof Error && messages.length < mostCauses; each = each.cause) {
    messages.push(each.message);
  }
  return messages;
}

function errorOf(messages: readonly string[]): Error | undefined {
  return messages.reduceRight<Error | undefined>(
    (cause, message) => new Error(message, { cause }),
    undefined,
  );
}
