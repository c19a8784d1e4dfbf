/** A page that shows what a request becomes in another format, and what is lost on the way. */
import {
  dialectIds,
  translateError,
  translateRequest,
  type DialectId,
  type TranslatedRequest,
} from '@parley/protocol';

const from = find('from', HTMLSelectElement);
const to = find('to', HTMLSelectElement);
const request = find('request', HTMLTextAreaElement);
const translation = find('translation', HTMLOutputElement);
const notes = find('notes', HTMLUListElement);

for (const select of [from, to]) {
  select.append(...dialectIds.map((id) => new Option(id)));
  select.addEventListener('change', show);
}
from.value = 'openai-chat';
to.value = 'anthropic-messages';
request.value = `{
  "model": "any",
  "temperature": 1.6,
  "messages": [{ "role": "user", "content": "Hello" }]
}`;
request.addEventListener('input', show);
show();

function show(): void {
  const [source, target] = [dialectOf(from), dialectOf(to)];
  try {
    const options = { from: source, to: target, model: 'claude-sonnet-4-5' };
    showTranslation(translateRequest(request.value, options));
  } catch (thrown) {
    // The page is the caller: it is told what is wrong in the format that it wrote.
    showTranslation({ ...translateError(thrown, { to: source, id: '1' }), notes: [] });
  }
}

function showTranslation({ body, notes: found }: Pick<TranslatedRequest, 'body' | 'notes'>): void {
  translation.value = JSON.stringify(body, null, 2);
  const items = found.map(({ action, path, reason }) => {
    const item = document.createElement('li');
    item.textContent = `${action} ${path}: ${reason}`;
    return item;
  });
  notes.replaceChildren(...items);
}

function dialectOf({ value }: HTMLSelectElement): DialectId {
  return dialectIds.find((id) => id === value) ?? 'openai-chat';
}

function find<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`The page has no ${id}.`);
}
