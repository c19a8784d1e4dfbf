// Checks one output item of a Responses stream, for `lint.ts`.
import { parseJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { objectAt, positionAt, textAt } from '../../../shared/json-fields.ts';
import { Violations } from '../../../canonical/violations.ts';
import { itemTypeOf } from './grammar.ts';

interface PartState {
  text: string;
  isDone: boolean;
}

/** Checks the events of one item: their order, their indexes, and that repeated content is equal. */
export class ItemLint {
  readonly id: string;
  readonly violations: Violations;
  /** The completed item. */
  item: JsonObject | undefined;
  readonly #type: string;
  readonly #parts: PartState[] = [];
  #text = '';

  constructor(item: JsonObject, name: string) {
    this.id = textAt(item, 'id');
    this.violations = new Violations(`${name} `);
    this.#type = textAt(item, 'type');
    this.violations.expect(this.id !== '' && this.#type !== '', 'begins without an id or a type.');
    const list = { message: 'content', reasoning: 'summary' }[this.#type];
    if (list !== undefined)
      this.violations.expect(Array.isArray(item[list]), `begins without a ${list}.`);
  }

  check(type: string, event: JsonObject): void {
    this.violations.expect(this.item === undefined, `goes on with ${type} when it is done.`);
    if (type === 'response.output_item.done') {
      this.#finish(objectAt(event, 'item') ?? {});
      return;
    }
    const itemType = itemTypeOf(type);
    if (itemType === '') return;
    this.violations.expect(this.#type === itemType, `of type ${this.#type} has ${type}.`);
    this.violations.expect(textAt(event, 'item_id') === this.id, `has ${type} under another id.`);
    if (this.#type === 'message' || this.#type === 'reasoning') this.#checkPart(type, event);
    else this.#checkCall(type, event);
  }

  #checkPart(type: string, event: JsonObject): void {
    const position = positionAt(
      event,
      this.#type === 'message' ? 'content_index' : 'summary_index',
    );
    const part = this.#parts[position ?? -1];
    if (type.endsWith('_part.added')) {
      this.violations.expect(position === this.#parts.length, 'opens its parts out of order.');
      this.#parts.push({ text: '', isDone: false });
    } else if (part === undefined || part.isDone) {
      this.violations.report(`has ${type} for a part that is not open.`);
    } else if (type.endsWith('.delta')) {
      part.text += textAt(event, 'delta');
    } else if (type.endsWith('_part.done')) {
      part.isDone = true;
      this.violations.expect(
        partText(event['part']) === part.text,
        'has a part that differs from its deltas.',
      );
    } else if (type.endsWith('.done')) {
      const whole = textAt(event, 'text') + textAt(event, 'refusal');
      this.violations.expect(whole === part.text, `has ${type} that differs from its deltas.`);
    }
  }

  #checkCall(type: string, event: JsonObject): void {
    if (type.endsWith('.delta')) this.#text += textAt(event, 'delta');
    else
      this.violations.expect(
        wholeText(event) === this.#text,
        `has ${type} that differs from its deltas.`,
      );
  }

  #finish(item: JsonObject): void {
    this.item = item;
    this.violations.expect(textAt(item, 'id') === this.id, 'changes its id.');
    this.violations.expect(
      this.#parts.every((part) => part.isDone),
      'is done while a part is open.',
    );
    const parts = item[this.#type === 'message' ? 'content' : 'summary'];
    const streamed = this.#parts.map((part) => part.text);
    if (Array.isArray(parts)) {
      const same = JSON.stringify(parts.map(partText)) === JSON.stringify(streamed);
      this.violations.expect(same, 'differs from its parts.');
    }
    if (/_call$/.test(this.#type) && 'call_id' in item) this.#finishCall(item);
  }

  #finishCall(item: JsonObject): void {
    this.violations.expect(
      textAt(item, 'call_id') !== '' && textAt(item, 'name') !== '',
      'lacks its name.',
    );
    this.violations.expect(wholeText(item) === this.#text, 'differs from its deltas.');
    const mustParse = this.#type === 'function_call' && item['status'] === 'completed';
    const isObject = isJsonObject(parseJson(this.#text));
    this.violations.expect(!mustParse || isObject, 'has arguments that are no JSON object.');
  }
}

function partText(part: JsonValue | undefined): string {
  return isJsonObject(part) ? textAt(part, 'text') + textAt(part, 'refusal') : '';
}

function wholeText(holder: JsonObject): string {
  return textAt(holder, 'arguments') + textAt(holder, 'input');
}
