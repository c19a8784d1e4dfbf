/** What the requests of one isolate share, made by the first of them. */

/** A start whose request was ended in the middle never ends; another one may begin after this time. */
const patienceMs = 30_000;

export interface IsolateState<Input, State> {
  /**
   * Gives the state, and makes it if there is none. Gives nothing when it cannot be made now; the next
   * request tries again.
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
      // Its maker has said why.
    }
    starting = undefined;
  };

  return {
    async get(input, waitUntil) {
      if (state !== undefined) return state;
      if (starting === undefined || Date.now() - starting.since >= patienceMs) {
        starting = { since: Date.now(), work: start(input) };
        waitUntil(starting.work);
      }
      await starting.work;
      return state;
    },
  };
}
