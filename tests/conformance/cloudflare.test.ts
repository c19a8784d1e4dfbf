import { expectConformance } from './expect-conformance.ts';

expectConformance('cloudflare');
