/** One side of the playground: call name, format and call. */
import { useState } from 'react';
import { callHeaders } from '../../calls/call-headers.ts';
import { useCall, type Call } from '../../calls/use-call.ts';
import { dialectNames, type Dialect } from '../../routing/dialects.ts';
import { answerReader, type Answer } from './answer.ts';
import { pathOf, writeBody } from './bodies.ts';
import type { Prompt } from './prompt.ts';

export interface Side {
  readonly model: string;
  readonly dialect: Dialect;
  readonly isStreamed: boolean;
  readonly body: string;
  /** Whether the body was written by hand, so that the form no longer changes it. */
  readonly isEdited: boolean;
  readonly call: Call<Answer>;
  /** Undefined goes back to what the form says. */
  edit(body: string | undefined): void;
  send(keyId: string): void;
}

export function useSide(model: string, wanted: string | undefined, prompt: Prompt): Side {
  const dialect = isDialect(wanted) ? wanted : 'openai-chat';
  const [edited, edit] = useState<string>();
  const call = useCall<Answer>();
  const { isStreamed } = prompt;
  const body = edited ?? JSON.stringify(writeBody(dialect, model, prompt), null, 2);
  return {
    model,
    dialect,
    isStreamed,
    body,
    call,
    edit,
    isEdited: edited !== undefined,
    send(keyId) {
      const path = pathOf(dialect, model, isStreamed);
      const request = { method: 'POST', path, headers: callHeaders(keyId), body };
      call.start(request, answerReader(dialect));
    },
  };
}

function isDialect(text: string | undefined): text is Dialect {
  return text !== undefined && Object.hasOwn(dialectNames, text);
}
