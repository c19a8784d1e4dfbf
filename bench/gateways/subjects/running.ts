/** A gateway that already runs, by its address and process id. */
import type { Call } from '../calls.ts';
import type { Subject } from '../subject.ts';

/**
 * Reads the value of `--running`: words `name=value` with `name`, `port`, `pid`, and optionally `auth` (its
 * authorization), `chat` and `messages` (the model that reaches an upstream of that format), and
 * `translates=no`.
 * @throws {Error} when the name, the port or the process id is missing
 */
export function createRunning(text: string): Subject {
  const words = new Map(text.split(' ').map((word) => splitWord(word)));
  const name = words.get('name') ?? '';
  const port = Number(words.get('port'));
  const pid = Number(words.get('pid'));
  if (name === '' || !(port > 0) || !(pid > 0)) {
    throw new Error(`--running needs name=, port= and pid=, not "${text}".`);
  }
  const auth = words.get('auth') ?? 'none';
  const address = ({ client, upstream }: Call) => {
    const model = words.get(upstream);
    if (model === undefined) return `has no model for a ${upstream} upstream`;
    if (client !== upstream && words.get('translates') === 'no') return 'does not translate';
    return { port, model, headers: { authorization: `Bearer ${auth}`, 'x-api-key': auth } };
  };
  return {
    id: name,
    title: name,
    version: () => 'already running',
    start: () => Promise.resolve({ pid, address, output: () => '', stop: () => Promise.resolve() }),
  };
}

function splitWord(word: string): [string, string] {
  const at = word.indexOf('=');
  return at < 0 ? [word, ''] : [word.slice(0, at), word.slice(at + 1)];
}
