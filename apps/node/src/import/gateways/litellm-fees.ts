/** Reads what a deployment costs beside its tokens: searches of the web and of files, and maps; for the importer of LiteLLM. */
import { knownFees, type FeeTerms } from '@parley/core/extension';
import { perThousand } from '../prices.ts';
import type { SourceObject } from '../source-object.ts';

// Facts from `ModelInfo` in litellm/types/utils.py and from litellm/litellm_core_utils/llm_cost_calc, read 2026-11-28.

/** Dollars for a search, by how much of the web it reads. */
const searchTable = 'search_context_cost_per_query';
const sizes = ['search_context_size_low', 'search_context_size_medium', 'search_context_size_high'];

/** Dollars for 1,000, the most that a configuration can have. */
const mostDollars = 1_000;
const mostDecimals = 9;

/** A deployment whose price is imported. */
export interface PricedDeployment {
  /** What is stated here takes precedence. */
  readonly params: SourceObject;
  readonly info: SourceObject;
  /** Parley's id; absent where it does not know the vendor. */
  readonly provider?: string | undefined;
  readonly model: string;
}

/**
 * Reads the fees that the source states, with those that Parley knows for all others: the fees of a price replace all
 * known ones.
 * @returns `undefined` where the source states none
 */
export function readFees(deployment: PricedDeployment): FeeTerms | undefined {
  const { params, info, provider = '', model } = deployment;
  const known = knownFees(provider, model);
  const holders = [params, info];
  const name = nameSearches(deployment, known);
  const stated = Object.entries({
    [name]: firstOf(holders, readSearches),
    // Where searches are charged by the query, maps are too, and no reply reports how many queries there were.
    maps: name === 'grounded_prompt' ? firstOf(holders, readMaps) : undefined,
    file_search: firstOf(holders, readFileSearches),
  }).filter(([, fee]) => fee !== undefined);
  if (stated.length === 0) return undefined;
  const { web_search: _, grounded_prompt: __, request: ___, ...others } = known;
  const isSearchStated = stated.some(([fee]) => fee === name);
  return { ...(isSearchStated ? others : known), ...Object.fromEntries(stated) };
}

/** What the fee for searches is for: as Parley knows it of the model, unless the source says so, which it may for Google. */
function nameSearches(
  { params, info, provider }: PricedDeployment,
  known: FeeTerms,
): 'web_search' | 'grounded_prompt' | 'request' {
  if (provider === 'google') {
    const unit = firstOf([params, info], (holder) => holder.text('web_search_billing_unit'));
    if (unit !== undefined) return unit === 'per_query' ? 'web_search' : 'grounded_prompt';
    return known.web_search === undefined ? 'grounded_prompt' : 'web_search';
  }
  return known.request === undefined ? 'web_search' : 'request';
}

function readSearches(holder: SourceObject): number | undefined {
  const table = holder.object(searchTable);
  const costs = sizes.flatMap((size) => table.number(size) ?? []);
  if (costs.length === 0) return undefined;
  if (new Set(costs).size > 1) {
    holder.note(searchTable, 'was imported as its highest cost, because a fee has no sizes.');
  }
  return checkFee(holder, searchTable, perThousand(Math.max(...costs)));
}

const mapsCost = 'google_maps_grounding_cost_per_query';

function readMaps(holder: SourceObject): number | undefined {
  const dollars = holder.number(mapsCost);
  return dollars === undefined ? undefined : checkFee(holder, mapsCost, perThousand(dollars));
}

const fileSearchCost = 'file_search_cost_per_1k_calls';

function readFileSearches(holder: SourceObject): number | undefined {
  const dollars = holder.number(fileSearchCost);
  return dollars === undefined ? undefined : checkFee(holder, fileSearchCost, dollars);
}

/** A fee that a configuration can have; undefined, with a note, for any other. */
function checkFee(holder: SourceObject, key: string, fee: number): number | undefined {
  if (fee >= 0 && fee <= mostDollars) return Number(fee.toFixed(mostDecimals));
  holder.note(key, 'was not imported: a fee is at most 1000 dollars for 1000 uses.');
  return undefined;
}

function firstOf<Value>(
  holders: readonly SourceObject[],
  read: (holder: SourceObject) => Value | undefined,
): Value | undefined {
  for (const holder of holders) {
    const value = read(holder);
    if (value !== undefined) return value;
  }
  return undefined;
}
