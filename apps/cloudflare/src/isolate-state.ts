/** State that the requests of one isolate share; the first request creates it. */

/** Milliseconds after which a start is given up: it never ends if its request was cancelled. */
const startTimeoutMs = 30_000;

export interface IsolateState<Input, State> {
  /**
   * Returns the state, and creates it if there is none. Returns undefined when that fails; the next request
   * tries again.
   */
  get(input: Input, waitUntil: (work: Promise<unknown>) => void): Promise<State | undefined>;
}

export function createIsolateState<Input, State>(
  create: (input: Input) => Promise<State>,
): IsolateState<Input, State> {
  let state: State | undefined;
  let starting: { readonly since: number; readonly work: Promise<void> } | undefined;

  const start = async (input: Input): Promise<void> => {
    try {
      state = await create(input);
    } catch {
      // `create` has logged the reason.
    }
    starting = undefined;
  };

  return {
    async get(input, waitUntil) {
      if (state !== undefined) return state;
      if (starting === undefined || Date.now() - starting.since >= startTimeoutMs) {
        starting = { since: Date.now(), work: start(input) };
        waitUntil(starting.work);
      }
      await starting.work;
      return state;
    },
  };
}
