import { describeRuntime } from './describe-runtime.ts';

describeRuntime('Bun');
