import { describe } from 'vitest';
import { describeRuntime } from './describe-runtime.ts';

// The registry has that Node as a package for Linux.
describe.runIf(process.platform === 'linux')('as a package', () => {
  describeRuntime('the oldest Node');
});
