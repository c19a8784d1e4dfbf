import { expectConformance } from './expect-conformance.ts';

expectConformance('deno-deploy');
