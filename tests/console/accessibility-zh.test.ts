import { describeAccessibility } from './describe-accessibility.ts';

describeAccessibility('zh');
