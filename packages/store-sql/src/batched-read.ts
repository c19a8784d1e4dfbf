/** Answers many questions of the same moment by one read; used for keys. */

interface Waiting<Answer> {
  readonly resolve: (answer: Answer | undefined) => void;
  readonly reject: (reason: unknown) => void;
}

/** The maximum number of ids in one read. */
const largestRead = 1_000;

/**
 * Reads what is asked for in one turn of the microtask queue together. Ids that the read does not return are
 * answered with `undefined`.
 */
export function createBatchedRead<Answer>(
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, Answer>>,
): (id: string) => Promise<Answer | undefined> {
  let asked = new Map<string, Waiting<Answer>[]>();

  const flush = async (batch: ReadonlyMap<string, readonly Waiting<Answer>[]>): Promise<void> => {
    try {
      const answers = await read([...batch.keys()]);
      for (const [id, waiting] of batch) {
        for (const { resolve } of waiting) resolve(answers.get(id));
      }
    } catch (reason) {
      for (const waiting of batch.values()) {
        for (const { reject } of waiting) reject(reason);
      }
    }
  };

  const send = (): void => {
    const batch = asked;
    asked = new Map();
    if (batch.size > 0) void flush(batch);
  };

  return (id) =>
    new Promise((resolve, reject) => {
      if (asked.size === 0) queueMicrotask(send);
      const waiting = asked.get(id);
      if (waiting === undefined) asked.set(id, [{ resolve, reject }]);
      else waiting.push({ resolve, reject });
      if (asked.size >= largestRead) send();
    });
}
