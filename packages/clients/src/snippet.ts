// A request of any wire format as code: for curl, and for the official library of that format.
import type { Dialect, Language } from './client.ts';
import { findTarget } from './endpoints.ts';
import { writePython } from './python.ts';
import { completeBody, type ChatRequest } from './request.ts';
import { quoteForShell } from './shells.ts';
import { makeWellFormed, writeJson } from './text.ts';
import { writeTypescript } from './typescript.ts';

/** A request, and where it goes. */
export interface Call {
  readonly dialect: Dialect;
  /** Base address of the gateway, without a final slash and without `/v1`. */
  readonly url: string;
  readonly key: string;
  readonly request: ChatRequest;
}

export interface SnippetOptions extends Call {
  readonly language: 'curl' | 'typescript' | 'python';
}

/** Code that is ready to copy. */
export interface Snippet {
  readonly language: Language;
  readonly code: string;
  /** The command that installs the library; absent where none is needed. */
  readonly install?: string;
}

const packages: Readonly<Record<Dialect, { readonly npm: string; readonly pip: string }>> = {
  'openai-chat': { npm: 'openai', pip: 'openai' },
  'openai-responses': { npm: 'openai', pip: 'openai' },
  'anthropic-messages': { npm: '@anthropic-ai/sdk', pip: 'anthropic' },
  'gemini-generate': { npm: '@google/genai', pip: 'google-genai' },
};

/**
 * Writes a request as code that sends exactly this body and prints the answer. Unpaired surrogates, which
 * no request can hold, become U+FFFD.
 */
export function snippetFor({ language, ...given }: SnippetOptions): Snippet {
  const call = {
    ...given,
    url: makeWellFormed(given.url),
    key: makeWellFormed(given.key),
  };
  const { npm, pip } = packages[call.dialect];
  switch (language) {
    case 'curl':
      return { language: 'sh', code: writeCurl(call) };
    case 'typescript':
      return { language: 'ts', code: writeTypescript(call), install: `npm install ${npm}` };
    case 'python':
      return { language: 'python', code: writePython(call), install: `pip install ${pip}` };
  }
}

function writeCurl({ dialect, url, key, request }: Call): string {
  const { address, credential } = findTarget(dialect, { url, key, ...request });
  const headers = [
    credential,
    'Content-Type: application/json',
    ...(dialect === 'anthropic-messages' ? ['anthropic-version: 2023-06-01'] : []),
  ];
  return [
    `curl ${request.stream ? '-N ' : ''}${quoteForShell(address)}`,
    ...headers.map((header) => `  -H ${quoteForShell(header)}`),
    `  -d ${quoteForShell(writeJson(completeBody(dialect, request)))}`,
  ].join(' \\\n');
}
