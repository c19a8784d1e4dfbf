import { describeRuntime } from './describe-runtime.ts';

describeRuntime('Cloudflare Workers');
