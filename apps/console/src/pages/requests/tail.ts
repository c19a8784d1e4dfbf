/** The newest exchanges of a live list: limited in number, each once, and held while somebody reads. */
import type { Exchange } from '../../api/records.ts';

export type Connection = 'connecting' | 'live' | 'retrying';

export interface TailView {
  /** Newest first. */
  readonly rows: readonly Exchange[];
  /** Number of newer exchanges that are held back. */
  readonly waiting: number;
  /** Whether exchanges may be missing, because more settled during a lost connection than one page holds. */
  readonly hasGap: boolean;
  /** Number of exchanges that the gateway skipped. */
  readonly skipped: number;
  readonly connection: Connection;
  /** The error of a list that cannot be read, such as a wrong filter. */
  readonly error?: unknown;
}

export interface Tail {
  readonly read: () => TailView;
  readonly subscribe: (listener: () => void) => () => void;
  setConnection(connection: Connection): void;
  /** There will be no retry. */
  fail(error: unknown): void;
  /** Newest last, as the stream sends them. */
  push(batch: readonly Exchange[]): void;
  /** The gateway skipped some exchanges. */
  skip(count: number): void;
  /** The newest page of the list, newest first, read after each connection to fill gaps. */
  fill(page: readonly Exchange[], isWhole: boolean): void;
  /** While held, the rows do not change. */
  hold(isHeld: boolean): void;
}

interface Options {
  /** Maximum number of rows, and of held exchanges. */
  readonly capacity: number;
  /** Runs a task at the next frame. */
  readonly schedule: (task: () => void) => void;
}

const nothing: TailView = {
  rows: [],
  waiting: 0,
  hasGap: false,
  skipped: 0,
  connection: 'connecting',
};

export function createTail({ capacity, schedule }: Options): Tail {
  const listeners = new Set<() => void>();
  const known = new Set<string>();
  let view = nothing;
  /** Newest first. */
  let waiting: readonly Exchange[] = [];
  let isHeld = false;
  let isScheduled = false;

  const show = (changes: Partial<TailView>) => {
    view = { ...view, ...changes };
    for (const listener of listeners) listener();
  };
  const keep = (rows: readonly Exchange[]) => {
    for (const { id } of rows.slice(capacity)) known.delete(id);
    return rows.slice(0, capacity);
  };
  const takeNew = (newestFirst: readonly Exchange[]) =>
    newestFirst.filter(({ id }) => {
      const isNew = !known.has(id);
      known.add(id);
      return isNew;
    });
  const flush = () => {
    isScheduled = false;
    if (isHeld) {
      show({ waiting: waiting.length });
      return;
    }
    const rows = keep([...waiting, ...view.rows]);
    waiting = [];
    show({ rows, waiting: 0 });
  };
  const refresh = () => {
    if (isScheduled) return;
    isScheduled = true;
    schedule(flush);
  };

  return {
    read: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setConnection: (connection) => show({ connection }),
    fail: (error) => show({ error }),
    push(batch) {
      waiting = keep([...takeNew(batch.toReversed()), ...waiting]);
      refresh();
    },
    skip: (count) => show({ skipped: view.skipped + count }),
    fill(page, isWhole) {
      const isFirst = known.size === 0;
      const missed = takeNew(page);
      const hasGap = !isFirst && !isWhole && missed.length > 0 && missed.length === page.length;
      if (hasGap) show({ hasGap });
      waiting = keep([...waiting, ...missed]);
      refresh();
    },
    hold(next) {
      if (next === isHeld) return;
      isHeld = next;
      refresh();
    },
  };
}
