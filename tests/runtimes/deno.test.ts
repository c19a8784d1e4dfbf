import { describeRuntime } from './describe-runtime.ts';

describeRuntime('Deno on a machine');
