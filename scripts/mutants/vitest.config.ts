/** The test projects as they are, with the changes of `mutate` in the sources. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import config from '../../vitest.config.ts';
import { writeMutations } from './mutations.ts';
import { readPlan } from './plan.ts';

const root = join(import.meta.dirname, '../..');
const plan = readPlan();

/** Keeps the order in which the files were named. */
class GivenOrder extends BaseSequencer {
  override sort(files: Parameters<BaseSequencer['sort']>[0]): ReturnType<BaseSequencer['sort']> {
    return Promise.resolve(files);
  }
}

export default defineConfig({
  ...config,
  root,
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      transform(_code, id) {
        const file = id.startsWith(root) ? id.slice(root.length + 1) : id;
        const ids = plan.get(file);
        return ids && { code: writeMutations(file, readFileSync(id, 'utf8'), ids), map: null };
      },
    },
  ],
  test: {
    ...config.test,
    maxWorkers: 1,
    // How long tests wait for what a change may prevent.
    expect: { poll: { timeout: 2_000 } },
    // A file is written anew for each choice of changes.
    fsModuleCache: false,
    runner: join(import.meta.dirname, 'mutant-runner.ts'),
    sequence: { sequencer: GivenOrder },
  },
});
