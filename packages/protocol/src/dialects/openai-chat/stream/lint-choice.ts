// Checks one choice of a Chat Completions stream, for `lint.ts`.
import { parseJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { Violations } from '../../../canonical/violations.ts';

const finishReasons: ReadonlySet<unknown> = new Set([
  'stop',
  'length',
  'tool_calls',
  'content_filter',
  'function_call',
]);

interface CallState {
  readonly id: JsonValue | undefined;
  readonly type: JsonValue | undefined;
  readonly name: JsonValue | undefined;
  text: string;
}

/** Checks the chunks of one choice: order, completeness, and executable calls. */
export class ChoiceLint {
  readonly #violations: Violations;
  readonly #calls: CallState[] = [];
  #hasRole = false;
  /** The arguments of a call in the form of the API before tools, once there is one. */
  #single: string | undefined;
  #finish: JsonValue | undefined;

  constructor(index: number) {
    this.#violations = new Violations(`Choice ${index} `);
  }

  check(choice: JsonObject): void {
    const { delta, finish_reason: finish } = choice;
    if (!isJsonObject(delta)) this.#violations.report('has a chunk without a delta.');
    else this.#checkDelta(delta);
    if (finish === null || finish === undefined) return;
    if (this.#finish !== undefined) this.#violations.report('finishes twice.');
    if (!finishReasons.has(finish))
      this.#violations.report('has a finish reason outside the list.');
    this.#finish = finish;
  }

  close(hasFailed: boolean): string[] {
    if (!this.#hasRole) this.#violations.report('never says the role assistant.');
    const ids = this.#calls.map(({ id }) => id);
    if (new Set(ids).size !== ids.length) this.#violations.report('repeats a call id.');
    if (hasFailed) return this.#violations.list;
    if (this.#finish === undefined) this.#violations.report('has no finish reason.');
    this.#checkArguments();
    this.#checkForm();
    return this.#violations.list;
  }

  #checkArguments(): void {
    if (this.#finish === 'length') return;
    const texts = this.#calls.flatMap(({ type, text }) => (type === 'custom' ? [] : [text]));
    if (this.#single !== undefined) texts.push(this.#single);
    if (texts.some((text) => !isJsonObject(parseJson(text)))) {
      this.#violations.report('has call arguments that are no JSON object.');
    }
  }

  /** Each API generation has its own field for calls and its own finish reason. */
  #checkForm(): void {
    const isSingle = this.#single !== undefined;
    if (isSingle && this.#calls.length > 0) this.#violations.report('mixes both forms of calls.');
    if (this.#finish === 'function_call' && !isSingle)
      this.#violations.report('waits for no call.');
    if (this.#finish === 'tool_calls' && isSingle)
      this.#violations.report('names the other form of calls.');
  }

  #checkDelta(delta: JsonObject): void {
    const { role, content, tool_calls: calls, function_call: single } = delta;
    if (role === 'assistant') this.#hasRole = true;
    const list = Array.isArray(calls) ? calls : [];
    if (this.#finish !== undefined && (content || list.length > 0 || single)) {
      this.#violations.report('goes on after its finish reason.');
    }
    for (const fragment of list) {
      if (isJsonObject(fragment)) this.#checkFragment(fragment);
      else this.#violations.report('has a call fragment that is no object.');
    }
    if (isJsonObject(single)) this.#checkSingle(single);
  }

  /** The call of a choice in the form of the API before tools, which has no id. */
  #checkSingle(fields: JsonObject): void {
    const text = typeof fields['arguments'] === 'string' ? fields['arguments'] : '';
    if (this.#single === undefined && !fields['name'])
      this.#violations.report('opens a call without a name.');
    this.#single = (this.#single ?? '') + text;
  }

  #checkFragment(fragment: JsonObject): void {
    const { index } = fragment;
    if (typeof index !== 'number' || !Number.isInteger(index)) {
      this.#violations.report('has a call fragment without an index.');
      return;
    }
    const inner = fragment['function'] ?? fragment['custom'];
    const fields = isJsonObject(inner) ? inner : {};
    const call = this.#calls[index];
    if (call === undefined) this.#openCall(index, fragment, fields);
    else this.#compare(call, fragment, fields);
    const text = fields['arguments'] ?? fields['input'];
    const open = this.#calls[index];
    if (open !== undefined && typeof text === 'string') open.text += text;
  }

  #openCall(index: number, fragment: JsonObject, fields: JsonObject): void {
    const { id, type } = fragment;
    if (index !== this.#calls.length) {
      this.#violations.report('opens calls out of order.');
      return;
    }
    if (!id) this.#violations.report('opens a call without an id.');
    if (!fields['name']) this.#violations.report('opens a call without a name.');
    if (type !== 'function' && type !== 'custom')
      this.#violations.report('opens a call without a type.');
    this.#calls.push({ id, type, name: fields['name'], text: '' });
  }

  #compare(call: CallState, fragment: JsonObject, fields: JsonObject): void {
    const { id } = fragment;
    if (id && id !== call.id) this.#violations.report('changes the id of a call.');
    if (fields['name'] && fields['name'] !== call.name)
      this.#violations.report('changes the name of a call.');
  }
}
