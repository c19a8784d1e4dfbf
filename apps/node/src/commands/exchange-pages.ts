import { listExchanges, type ConfigurationOperator, type ExchangeView } from '@parley/admin';

export interface ExchangeSelection {
  readonly key_id?: string;
  /** Started at this time or later; milliseconds since 1970. */
  readonly from?: number;
}

/** How many exchanges the store gives at once. */
const pageSize = 500;

/** All that were selected, newest first, read from the store as they are wanted. */
export async function* pageExchanges(
  operator: ConfigurationOperator,
  selection: ExchangeSelection,
): AsyncGenerator<ExchangeView, void> {
  let after: string | undefined;
  do {
    const page = await listExchanges(operator, {
      ...selection,
      limit: pageSize,
      ...(after !== undefined && { after }),
    });
    yield* page.data;
    after = page.next ?? undefined;
  } while (after !== undefined);
}

/** The latest ones, oldest first. */
export async function readLatest(
  operator: ConfigurationOperator,
  selection: ExchangeSelection,
  count: number,
): Promise<readonly ExchangeView[]> {
  const latest: ExchangeView[] = [];
  if (count === 0) return latest;
  for await (const exchange of pageExchanges(operator, selection)) {
    latest.push(exchange);
    if (latest.length === count) break;
  }
  return latest.toReversed();
}
