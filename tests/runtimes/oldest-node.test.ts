import { describeRuntime } from './describe-runtime.ts';

describeRuntime('the oldest Node');
