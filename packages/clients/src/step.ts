// How steps are made that several clients have.
import type { Setup, Step } from './client.ts';
import { snippetFor, type Snippet, type SnippetOptions } from './snippet.ts';
import { listVariants, type Variables } from './shells.ts';
import { writeJson } from './text.ts';

/** Variables to set, for every shell, with the command that starts the client afterwards. */
export function setVariables(title: string, variables: Variables, command?: string): Step {
  const variants = listVariants(variables, command);
  const [first] = variants;
  if (first === undefined) throw new RangeError('No shell can hold such a value.');
  return { title, language: first.language, code: first.code, variants };
}

/** The variables of a set-up. */
export function setEnvironment(title: string, setup: Setup, command?: string): Step {
  const { environment, removed = [] } = setup;
  return setVariables(title, { environment, removed }, command);
}

/** A file of settings in JSON. */
export function writeJsonFile(file: string, settings: unknown, title = `Write ${file}`): Step {
  return { title, language: 'json', file, code: writeJson(settings) };
}

/** What goes into one field of a dialogue; where it is says the title. */
export function fillField(title: string, value: string): Step {
  return { title, language: 'text', code: value };
}

/** The same steps, the first with a note. */
export function withNote(steps: readonly Step[], note: string): readonly Step[] {
  return steps.map((step, index) => (index === 0 ? { ...step, note } : step));
}

/** A request as a step, after the command that installs what it needs. */
export function listSnippets(title: string, requests: readonly SnippetOptions[]): readonly Step[] {
  const steps = requests.map((request) => {
    const snippet: Snippet = snippetFor(request);
    return { request, snippet };
  });
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
