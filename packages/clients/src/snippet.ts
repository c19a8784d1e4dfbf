/** Writes a request of any wire format as code: for curl, or for the official library of the format. */
import type { Dialect, Language } from './client.ts';
import { findCallAddress } from './endpoints.ts';
import { writePython } from './python.ts';
import { completeBody, type Call } from './request.ts';
import { quoteForShell } from './shells.ts';
import { makeWellFormed, writeJson } from './text.ts';
import { writeTypescript } from './typescript.ts';

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
 * Writes code that sends exactly this body and prints the response. Unpaired surrogates, which no request
 * can contain, become U+FFFD.
 */
export function snippetFor({ language, ...rest }: SnippetOptions): Snippet {
  const call = {
    ...rest,
    url: makeWellFormed(rest.url),
    key: makeWellFormed(rest.key),
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
  const { address, credential } = findCallAddress(dialect, { url, key, ...request });
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
