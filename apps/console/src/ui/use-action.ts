/** The state of an action that a form or a button starts: whether it runs, and the error of its last attempt. */
import { useState } from 'react';

export interface Action {
  readonly isBusy: boolean;
  readonly error: unknown;
  /** Never rejects: the error is kept until the next attempt. */
  readonly run: (act: () => Promise<unknown>) => Promise<void>;
}

export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async (act: () => Promise<unknown>) => {
    setBusy(true);
    setError(undefined);
    try {
      await act();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, run };
}
