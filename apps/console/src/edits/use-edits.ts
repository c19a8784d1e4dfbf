/** What a form edits, and how it goes on after somebody else has saved another version. */
import { useState } from 'react';
import type { Draft } from '../configuration/draft.ts';
import { mergeDrafts, type Overlap } from './merge.ts';

interface Edits<Value> {
  /** The version that is changed; it stays the same when lists behind the form are refetched. */
  readonly base: Value;
  /** What the fields show at first. */
  readonly initial: Value;
  /** Differs whenever the fields must begin anew with `initial`: a key for the form. */
  readonly round: number;
  /** What both changed; absent before the first rebase. */
  readonly overlaps: readonly Overlap[] | undefined;
  /** Reads the newest version and puts the changes of this visitor on top. @throws ApiError */
  readonly rebase: (mine: Value) => Promise<void>;
}

export function useEdits<Value extends Draft>(
  value: Value,
  readNewest: () => Promise<Value>,
): Edits<Value> {
  const [state, setState] = useState<Omit<Edits<Value>, 'rebase'>>({
    base: value,
    initial: value,
    round: 0,
    overlaps: undefined,
  });
  const rebase = async (mine: Value) => {
    const theirs = await readNewest();
    const { draft, overlaps } = mergeDrafts({ base: state.base, mine, theirs });
    setState({ base: theirs, initial: draft as Value, round: state.round + 1, overlaps });
  };
  return { ...state, rebase };
}
