/** Writes the id of the continued reply into a reply of an upstream, which never received it. */

/** Quotes within JSON strings are escaped, so this matches only the field itself. */
const unsaid = /(?<!\\)"previous_response_id":\s*null/g;

/** Returns a function that writes the id into the text of a reply. */
export function showPrevious(id: string): (text: string) => string {
  const field = `"previous_response_id":${JSON.stringify(id)}`;
  return (text) => text.replace(unsaid, () => field);
}
