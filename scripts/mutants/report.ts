/** Says what became of each change, and how many of each folder were noticed. */
import { dirname } from 'node:path';
import type { Mutation } from './mutations.ts';

/**
 * `noticed`: a test failed. `endless`: the tests did not end. `missed`: they passed. `unreached`: no test gets there.
 * `log text`: a text of the log changed and they passed. `equivalent`: reviewed, nobody could notice.
 */
export type Verdict = 'noticed' | 'endless' | 'missed' | 'unreached' | 'log text' | 'equivalent';

export interface Tried {
  readonly mutation: Mutation;
  readonly verdict: Verdict;
  /** What a reader should know, such as the reason why nobody could notice. */
  readonly remark?: string;
}

export function describeTried({ mutation, verdict, remark }: Tried): string {
  const { file, line, before, after } = mutation;
  return `${verdict}: ${file}:${line}  ${before}  →  ${after}${remark === undefined ? '' : `  (${remark})`}`;
}

const verdicts = ['noticed', 'endless', 'missed', 'unreached', 'log text', 'equivalent'] as const;

/** A table with a row for each folder. The score is the share noticed of those that somebody could notice. */
export function formatScores(tried: readonly Tried[]): string {
  const folders = Map.groupBy(tried, ({ mutation }) => dirname(mutation.file));
  const rows = [...folders].toSorted(([one], [two]) => one.localeCompare(two));
  const lines = [...rows, ['all', tried] as const].map(([folder, inFolder]) => {
    const counts = verdicts.map((verdict) => countOf(inFolder, verdict));
    return [folder, inFolder.length, ...counts, scoreOf(inFolder)].join(' | ');
  });
  const head = ['folder', 'tried', ...verdicts, 'score'];
  return [head.join(' | '), head.map(() => '---').join(' | '), ...lines]
    .map((line) => `| ${line} |`)
    .join('\n');
}

function countOf(tried: readonly Tried[], verdict: Verdict): number {
  return tried.filter((one) => one.verdict === verdict).length;
}

function scoreOf(tried: readonly Tried[]): string {
  const noticed = countOf(tried, 'noticed') + countOf(tried, 'endless');
  const visible = noticed + countOf(tried, 'missed') + countOf(tried, 'unreached');
  return visible === 0 ? '–' : `${Math.floor((1000 * noticed) / visible) / 10} %`;
}
