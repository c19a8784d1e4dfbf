// Every scenario of the suite.
import type { Scenario } from '../scenario.ts';
import { authenticationScenarios } from './authentication.ts';
import { fieldScenarios } from './fields.ts';
import { keyScenarios } from './keys.ts';
import { requestScenarios } from './requests.ts';
import { serviceScenarios } from './service.ts';

export const scenarios: readonly Scenario[] = [
  ...serviceScenarios,
  ...fieldScenarios,
  ...authenticationScenarios,
  ...keyScenarios,
  ...requestScenarios,
];
