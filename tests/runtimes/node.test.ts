import { describeRuntime } from './describe-runtime.ts';

describeRuntime('Node');
