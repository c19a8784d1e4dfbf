import type { JsonObject } from '../../../json/value.ts';
import type { CanonicalRequest, ToolChoice } from '../../../canonical/request.ts';
import type { Encoding } from './content-encoder.ts';
import { isEmpty, otherFields } from '../extras.ts';
import type { ToolConfigInput } from './tools-schema.ts';
import type { WireToolConfig } from '../types.ts';

/** What a tool configuration says: the choice, and the rest that only this dialect has. */
export interface DecodedChoice {
  readonly toolChoice?: ToolChoice;
  readonly rest: JsonObject;
}

export function decodeToolConfig(config: ToolConfigInput | null | undefined): DecodedChoice {
  const { functionCallingConfig: calling, ...others } = config ?? {};
  const { mode, allowedFunctionNames, ...settings } = calling ?? {};
  const word = mode?.toUpperCase() ?? '';
  const toolChoice = decodeMode(word, allowedFunctionNames ?? []);
  const kept = {
    // Calls of this mode fit their schemas, which no other dialect promises without a choice.
    ...(word === 'VALIDATED' && { mode: word }),
    ...otherFields(settings, []),
  };
  return {
    ...(toolChoice !== undefined && { toolChoice }),
    rest: {
      ...otherFields(others, []),
      ...(!isEmpty(kept) && { functionCallingConfig: kept }),
    },
  };
}

function decodeMode(word: string, names: readonly string[]): ToolChoice | undefined {
  const [only, ...others] = names;
  switch (word) {
    case 'NONE':
      return { mode: 'none' };
    case 'ANY':
      if (only === undefined) return { mode: 'required' };
      if (others.length === 0) return { mode: 'named', name: only };
      return { mode: 'subset', names, required: true };
    case 'AUTO':
    case 'VALIDATED':
      return only === undefined ? { mode: 'auto' } : { mode: 'subset', names, required: false };
    default:
      return undefined;
  }
}

/** Writes the choice among functions; without any it is refused. */
export function encodeToolChoice(
  { tools, toolChoice }: Pick<CanonicalRequest, 'tools' | 'toolChoice'>,
  { names, notes }: Encoding,
): { toolConfig?: WireToolConfig } {
  if (toolChoice === undefined) return {};
  if (tools.every((tool) => tool.kind === 'server')) {
    notes.dropped('toolChoice', 'Without functions there is nothing to choose.');
    return {};
  }
  const known = new Set(tools.flatMap((tool) => (tool.kind === 'server' ? [] : [tool.name])));
  const allow = (wanted: readonly string[]): string[] => {
    const there = wanted.filter((name) => known.has(name));
    if (there.length < wanted.length) {
      notes.dropped('toolChoice', 'It names a tool that is not there.');
    }
    return there.map((name) => names.toUpstream(name));
  };
  return { toolConfig: { functionCallingConfig: writeChoice(toolChoice, allow) } };
}

function writeChoice(
  choice: ToolChoice,
  allow: (names: readonly string[]) => string[],
): WireToolConfig['functionCallingConfig'] {
  switch (choice.mode) {
    case 'auto':
      return { mode: 'AUTO' };
    case 'none':
      return { mode: 'NONE' };
    case 'required':
      return { mode: 'ANY' };
    case 'named':
      return restrict('ANY', allow([choice.name]));
    case 'subset':
      return restrict(choice.required ? 'ANY' : 'VALIDATED', allow(choice.names));
  }
}

/** Without a name that is there, the choice is among all. */
function restrict(
  mode: 'ANY' | 'VALIDATED',
  allowedFunctionNames: string[],
): WireToolConfig['functionCallingConfig'] {
  if (allowedFunctionNames.length > 0) return { mode, allowedFunctionNames };
  return { mode: mode === 'ANY' ? 'ANY' : 'AUTO' };
}
