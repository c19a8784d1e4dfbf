/** Factories for steps that several clients have. */
import type { Step } from './client.ts';
import { snippetFor, type SnippetOptions } from './snippet.ts';
import { listVariants, type Variables } from './shells.ts';
import { writeJson } from './text.ts';

/**
 * A step that sets variables, for every shell, with the command that starts the client afterwards.
 * @throws RangeError when no shell can represent a value
 */
export function setVariables(title: string, variables: Variables, command?: string): Step {
  const variants = listVariants(variables, command);
  const [first] = variants;
  if (first === undefined) throw new RangeError('No shell can represent this value.');
  return { title, language: first.language, code: first.code, variants };
}

/** A step that writes a settings file in JSON. */
export function writeSettings(file: string, settings: unknown, title = 'Settings'): Step {
  return { title, language: 'json', file, code: writeJson(settings) };
}

/** A step that fills in one field of a dialog; the title says where it is. */
export function fillField(title: string, value: string): Step {
  return { title, language: 'text', code: value };
}

/** The same steps, with a note on the first. */
export function withNote(steps: readonly Step[], note: string): readonly Step[] {
  return steps.map((step, index) => (index === 0 ? { ...step, note } : step));
}

/** One step per request, after one that installs the library. */
export function listSnippets(title: string, requests: readonly SnippetOptions[]): readonly Step[] {
  const steps = requests.map((request) => ({ request, snippet: snippetFor(request) }));
  const install = steps[0]?.snippet.install;
  return [
    ...(install === undefined
      ? []
      : [{ title: `${title}: install`, language: 'sh', code: install } as const]),
    ...steps.map(({ request, snippet: { language, code } }) => ({
      title: [title, formats[request.dialect], request.request.stream ? 'streamed' : 'whole'].join(
        ', ',
      ),
      language,
      code,
    })),
  ];
}

const formats = {
  'openai-chat': 'chat completions',
  'anthropic-messages': 'messages',
  'gemini-generate': 'Gemini',
  'openai-responses': 'Responses',
} as const;
