import type { JsonObject } from '../../../json/value.ts';
import type { WordListener } from '../../../words.ts';
import { objectAt, textAt } from '../../../shared/json-fields.ts';

/** Tells what an event says: its delta, and the name of a call that begins. */
export function hearEvent(type: string, event: JsonObject, hear: WordListener): void {
  if (type === 'response.output_item.added') {
    const name = textAt(objectAt(event, 'item') ?? {}, 'name');
    if (name !== '') hear(name, 'output');
    return;
  }
  const delta = type.endsWith('.delta') ? textAt(event, 'delta') : '';
  if (delta === '' || type.startsWith('response.audio')) return;
  hear(delta, type.startsWith('response.reasoning') ? 'reasoning' : 'output');
}
