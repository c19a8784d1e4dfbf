// Web search, which several vendors run in their own way, for the tools decoders and encoders.
import type { Place } from '../canonical/note.ts';
import type { ServerTool, WebSearch } from '../canonical/request.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import { isJsonObject } from '../json/value.ts';
import { otherFields } from './extras.ts';
import { omitUndefined } from './omit-undefined.ts';

/** The settings of a web search under the names that Messages and Responses share. */
export interface WireWebSearch {
  readonly allowed_domains?: JsonValue | undefined;
  readonly blocked_domains?: JsonValue | undefined;
  readonly user_location?: JsonValue | undefined;
  readonly search_context_size?: JsonValue | undefined;
}

const commonSettings = [
  'allowed_domains',
  'blocked_domains',
  'user_location',
  'search_context_size',
];

/**
 * Decodes the settings of a web search.
 * @param settings all fields of the tool
 * @param known the names of those that are no settings, such as `type`
 */
export function decodeWebSearch(settings: JsonObject, known: readonly string[]): WebSearch {
  const { user_location: location, search_context_size: contextSize } = settings;
  return {
    ...omitUndefined({
      allowedDomains: textsOf(settings['allowed_domains']),
      blockedDomains: textsOf(settings['blocked_domains']),
      location: isJsonObject(location) ? location : undefined,
      contextSize: typeof contextSize === 'string' ? contextSize : undefined,
    }),
    otherSettings: Object.keys(otherFields(settings, [...known, ...commonSettings])),
  };
}

function textsOf(value: JsonValue | undefined): string[] | undefined {
  const texts = Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  return texts.length > 0 ? texts : undefined;
}

/** The upstream that is to search instead of the one that the client named. */
export interface SearchingUpstream {
  /** True if it runs web searches, beside the other tools of the request. */
  readonly searches: boolean;
  /** The settings that its search has. */
  readonly settings: ReadonlySet<keyof WireWebSearch>;
}

/**
 * Returns the settings for the web search of an upstream, and notes those that it lacks.
 * @returns `undefined`, with a note, if the tool is no web search or the upstream runs none
 */
export function encodeWebSearch(
  tool: ServerTool,
  { searches, settings }: SearchingUpstream,
  { path: toolPath, notes }: Place,
): { [Name in keyof WireWebSearch]: JsonValue } | undefined {
  const { webSearch } = tool;
  const path = webSearch?.field ?? toolPath;
  if (webSearch === undefined || !searches) {
    noteServerTool(tool, { path, notes });
    return undefined;
  }
  notes.approximated(path, 'The web search of the upstream’s vendor takes the place of this tool.');
  const { allowedDomains, blockedDomains, location, contextSize } = webSearch;
  const stated = omitUndefined({
    allowed_domains: allowedDomains && [...allowedDomains],
    blocked_domains: blockedDomains && [...blockedDomains],
    user_location: location,
    search_context_size: contextSize,
  });
  const lost = [
    ...Object.keys(stated).filter((setting) => !isOneOf(settings, setting)),
    ...webSearch.otherSettings,
  ];
  for (const setting of lost) {
    notes.dropped(`${path}.${setting}`, 'The web search of the upstream has no such setting.');
  }
  return Object.fromEntries(
    Object.entries(stated).filter(([setting]) => isOneOf(settings, setting)),
  );
}

/** Notes a tool of another format. Some run at the vendor and others at the client. */
export function noteServerTool(
  { name, extras, webSearch }: ServerTool,
  { path, notes }: Place,
): void {
  const [origin = ''] = Object.keys(extras);
  const reason = webSearch
    ? 'The upstream cannot run this web search.'
    : `Only the ${origin} format has the tool ${name}.`;
  notes.dropped(webSearch?.field ?? path, reason);
}

function isOneOf(settings: ReadonlySet<string>, setting: string): boolean {
  return settings.has(setting);
}
