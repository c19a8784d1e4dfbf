import { describeRuntime } from './describe-runtime.ts';

describeRuntime('Deno as on Deploy');
