import { parseJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { objectAt, positionAt, textAt } from '../../../shared/json-fields.ts';

interface PartState {
  readonly type: string;
  text: string;
  isDone: boolean;
}

/** The type of item each kind of event belongs to. */
const homes: readonly (readonly [events: RegExp, item: string])[] = [
  [/^response\.(?:content_part|output_text|refusal)\./, 'message'],
  [/^response\.reasoning_/, 'reasoning'],
  [/^response\.function_call_arguments\./, 'function_call'],
  [/^response\.custom_tool_call_input\./, 'custom_tool_call'],
];

/** Checks the events of one item: order, places, and that repetitions say the same. */
export class ItemLint {
  readonly id: string;
  readonly violations: string[] = [];
  /** The item as it was in the end. */
  item: JsonObject | undefined;
  readonly #name: string;
  readonly #type: string;
  readonly #parts: PartState[] = [];
  #text = '';

  constructor(item: JsonObject, name: string) {
    this.id = textAt(item, 'id');
    this.#name = name;
    this.#type = textAt(item, 'type');
    this.#expect(this.id !== '' && this.#type !== '', 'begins without an id or a type.');
    const list = { message: 'content', reasoning: 'summary' }[this.#type];
    if (list !== undefined) this.#expect(Array.isArray(item[list]), `begins without a ${list}.`);
  }

  check(type: string, event: JsonObject): void {
    this.#expect(this.item === undefined, `goes on with ${type} when it is done.`);
    if (type === 'response.output_item.done') {
      this.#finish(objectAt(event, 'item') ?? {});
      return;
    }
    const home = homes.find(([events]) => events.test(type));
    if (home === undefined) return;
    this.#expect(this.#type === home[1], `of type ${this.#type} has ${type}.`);
    this.#expect(textAt(event, 'item_id') === this.id, `has ${type} under another id.`);
    if (this.#type === 'message' || this.#type === 'reasoning') this.#checkPart(type, event);
    else this.#checkCall(type, event);
  }

  #expect(holds: boolean, sentence: string): void {
    if (!holds) this.violations.push(`${this.#name} ${sentence}`);
  }

  #checkPart(type: string, event: JsonObject): void {
    const position = positionAt(
      event,
      this.#type === 'message' ? 'content_index' : 'summary_index',
    );
    const part = this.#parts[position ?? -1];
    if (type.endsWith('_part.added')) {
      this.#expect(position === this.#parts.length, 'opens its parts out of order.');
      const opened = textAt(objectAt(event, 'part') ?? {}, 'type');
      this.#parts.push({ type: opened, text: '', isDone: false });
    } else if (part === undefined || part.isDone) {
      this.#expect(false, `has ${type} for a part that is not open.`);
    } else if (type.endsWith('.delta')) {
      part.text += textAt(event, 'delta');
    } else if (type.endsWith('_part.done')) {
      part.isDone = true;
      this.#expect(
        partText(event['part']) === part.text,
        'has a part that differs from its deltas.',
      );
    } else if (type.endsWith('.done')) {
      const whole = textAt(event, 'text') + textAt(event, 'refusal');
      this.#expect(whole === part.text, `has ${type} that differs from its deltas.`);
    }
  }

  #checkCall(type: string, event: JsonObject): void {
    if (type.endsWith('.delta')) this.#text += textAt(event, 'delta');
    else this.#expect(wholeText(event) === this.#text, `has ${type} that differs from its deltas.`);
  }

  #finish(item: JsonObject): void {
    this.item = item;
    this.#expect(textAt(item, 'id') === this.id, 'changes its id.');
    this.#expect(
      this.#parts.every((part) => part.isDone),
      'is done while a part is open.',
    );
    const parts = item[this.#type === 'message' ? 'content' : 'summary'];
    const told = this.#parts.map((part) => part.text);
    if (Array.isArray(parts)) {
      const same = JSON.stringify(parts.map(partText)) === JSON.stringify(told);
      this.#expect(same, 'differs from its parts.');
    }
    if (/_call$/.test(this.#type) && 'call_id' in item) this.#finishCall(item);
  }

  #finishCall(item: JsonObject): void {
    this.#expect(textAt(item, 'call_id') !== '' && textAt(item, 'name') !== '', 'lacks its name.');
    this.#expect(wholeText(item) === this.#text, 'differs from its deltas.');
    const mustParse = this.#type === 'function_call' && item['status'] === 'completed';
    const isObject = isJsonObject(parseJson(this.#text));
    this.#expect(!mustParse || isObject, 'has arguments that are no JSON object.');
  }
}

function partText(part: JsonValue | undefined): string {
  return isJsonObject(part) ? textAt(part, 'text') + textAt(part, 'refusal') : '';
}

function wholeText(holder: JsonObject): string {
  return textAt(holder, 'arguments') + textAt(holder, 'input');
}
