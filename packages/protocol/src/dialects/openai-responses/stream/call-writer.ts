// Writes tool calls into a Responses stream, for the stream encoder.
import type { ProviderState } from '../../../canonical/provider-state.ts';
import { parseJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonObject } from '../../../json/value.ts';
import { CustomInputReader } from '../../../shared/openai/tools.ts';
import { encodeClientCall } from '../client-tools.ts';
import { encodeCallState } from '../reasoning.ts';
import type { CustomCallOutput, FunctionCallOutput, OutputItem } from '../reply/types.ts';
import type { SplitName } from '../request/namespaces.ts';
import type { OutputList, PartWriter } from './output-list.ts';

/** The ids and the name of a call, as the client sees them. */
export interface CallHead extends SplitName {
  readonly callId: string;
  /** Fields that only this dialect has. */
  readonly extras: JsonObject;
}

/** What both types of calls share: state of another vendor follows as a separate item. */
abstract class CallWriter {
  protected readonly list: OutputList;
  readonly #callId: string;
  #providerState: ProviderState | undefined;

  constructor(list: OutputList, { callId }: CallHead) {
    this.list = list;
    this.#callId = callId;
  }

  keep(providerState: ProviderState): void {
    this.#providerState = providerState;
  }

  protected writeState(): void {
    if (this.#providerState === undefined) return;
    this.list.addWhole({
      id: this.list.makeId('rs_call'),
      type: 'reasoning',
      status: 'completed',
      summary: [],
      encrypted_content: encodeCallState(this.#callId, this.#providerState),
    });
  }
}

/** Writes a function call. */
export class FunctionCallWriter extends CallWriter implements PartWriter {
  readonly #item: FunctionCallOutput;
  readonly #index: number;
  #text = '';

  constructor(list: OutputList, head: CallHead) {
    super(list, head);
    const { callId, extras, ...name } = head;
    this.#item = {
      ...extras,
      id: list.makeId('fc'),
      type: 'function_call',
      status: 'in_progress',
      call_id: callId,
      ...name,
      arguments: '',
    };
    this.#index = list.add(this.#item);
  }

  addText(text: string): void {
    if (text === '') return;
    this.#text += text;
    const type = 'response.function_call_arguments.delta';
    this.list.emit({ type, ...this.#place(), delta: text });
  }

  end(): void {
    if (this.#text.trim() === '') this.addText('{}');
    const text = this.#text;
    const type = 'response.function_call_arguments.done';
    this.list.emit({ type, ...this.#place(), arguments: text });
    // Arguments that are not an object come from a truncated call.
    const status = isJsonObject(parseJson(text)) ? 'completed' : 'incomplete';
    this.list.done(this.#index, { ...this.#item, status, arguments: text });
    this.writeState();
  }

  #place() {
    return { item_id: this.#item.id, output_index: this.#index };
  }
}

/** Writes a custom tool call. */
export class CustomCallWriter extends CallWriter implements PartWriter {
  readonly #item: CustomCallOutput;
  readonly #index: number;
  readonly #reader: CustomInputReader | undefined;
  #text = '';

  /** @param isStandIn true if the upstream has the tool only as a function */
  constructor(list: OutputList, head: CallHead, isStandIn: boolean) {
    super(list, head);
    const { callId, extras, ...name } = head;
    this.#reader = isStandIn ? new CustomInputReader() : undefined;
    this.#item = {
      ...extras,
      id: list.makeId('ctc'),
      type: 'custom_tool_call',
      status: 'in_progress',
      call_id: callId,
      ...name,
      input: '',
    };
    this.#index = list.add(this.#item);
  }

  addText(text: string): void {
    this.#write(this.#reader === undefined ? text : this.#reader.push(text));
  }

  end(): void {
    if (this.#reader !== undefined) this.#write(this.#reader.end());
    const input = this.#text;
    this.list.emit({ type: 'response.custom_tool_call_input.done', ...this.#place(), input });
    this.list.done(this.#index, { ...this.#item, status: 'completed', input });
    this.writeState();
  }

  #write(text: string): void {
    if (text === '') return;
    this.#text += text;
    const type = 'response.custom_tool_call_input.delta';
    this.list.emit({ type, ...this.#place(), delta: text });
  }

  #place() {
    return { item_id: this.#item.id, output_index: this.#index };
  }
}

/**
 * Writes a call of a tool that the vendor defines and the client runs, as an item of its own type. It is written
 * whole, when its arguments are complete; a call without what the client needs stays a function call.
 */
export class ClientCallWriter extends CallWriter implements PartWriter {
  readonly #head: CallHead;
  #text = '';

  constructor(list: OutputList, head: CallHead) {
    super(list, head);
    this.#head = head;
  }

  addText(text: string): void {
    this.#text += text;
  }

  end(): void {
    const { callId, name } = this.#head;
    const id = this.list.makeId(`${name}_call`);
    const item = encodeClientCall({ id, callId, name, arguments: this.#text });
    if (item === undefined) this.#endAsFunction();
    // Its type is one of the vendor's, beside those that this encoder writes otherwise.
    else this.list.addWhole(item as OutputItem);
    this.writeState();
  }

  #endAsFunction(): void {
    const writer = new FunctionCallWriter(this.list, this.#head);
    writer.addText(this.#text);
    writer.end();
  }
}
