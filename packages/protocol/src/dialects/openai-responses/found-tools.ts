// The items with tools that a search found earlier in a conversation, for the decoders of Responses requests.
import type { JsonObject } from '../../json/value.ts';
import { objectsOf, textAt } from '../../shared/json-fields.ts';
import { qualifiedName } from './request/namespaces.ts';

/** The type of these items (`openai` 7.55.0 `ResponseToolSearchOutputItemParam`). */
export const foundToolsItem = 'tool_search_output';

/** What the search returned, as a text for upstreams that get the tools themselves among all others. */
export function describeFound(item: JsonObject): string {
  const names = objectsOf(item['tools']).flatMap(namesOf);
  return names.length === 0
    ? 'No tool was found.'
    : `Tools that can be called now: ${names.join(', ')}`;
}

function namesOf(tool: JsonObject): string[] {
  const name = textAt(tool, 'name');
  if (tool['type'] !== 'namespace') return name === '' ? [] : [name];
  return objectsOf(tool['tools']).map((member) => qualifiedName(name, textAt(member, 'name')));
}
