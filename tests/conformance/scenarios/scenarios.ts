// Every scenario of the suite.
import type { Scenario } from '../scenario.ts';
import { authenticationScenarios } from './authentication.ts';
import { bodyScenarios } from './bodies.ts';
import { completionScenarios } from './completions.ts';
import { conversationScenarios } from './conversations.ts';
import { corsScenarios } from './cors.ts';
import { countingScenarios } from './counting.ts';
import { disconnectScenarios } from './disconnects.ts';
import { embeddingScenarios } from './embeddings.ts';
import { fieldScenarios } from './fields.ts';
import { keyScenarios } from './keys.ts';
import { limitScenarios } from './limits.ts';
import { modelScenarios } from './models.ts';
import { nameScenarios } from './names.ts';
import { nativeScenarios } from './native.ts';
import { pathScenarios } from './paths.ts';
import { timeoutScenarios } from './timeouts.ts';
import { replyScenarios } from './replies.ts';
import { requestScenarios } from './requests.ts';
import { serviceScenarios } from './service.ts';
import { socketScenarios } from './sockets.ts';
import { statusScenarios } from './statuses.ts';
import { storedScenarios } from './stored.ts';
import { streamFailureScenarios } from './stream-failures.ts';
import { streamScenarios } from './streams.ts';
import { usageScenarios } from './usage.ts';

export const scenarios: readonly Scenario[] = [
  ...serviceScenarios,
  ...fieldScenarios,
  ...authenticationScenarios,
  ...keyScenarios,
  ...requestScenarios,
  ...pathScenarios,
  ...bodyScenarios,
  ...completionScenarios,
  ...corsScenarios,
  ...replyScenarios,
  ...limitScenarios,
  ...statusScenarios,
  ...streamScenarios,
  ...streamFailureScenarios,
  ...timeoutScenarios,
  ...disconnectScenarios,
  ...modelScenarios,
  ...countingScenarios,
  ...usageScenarios,
  ...nativeScenarios,
  ...embeddingScenarios,
  ...storedScenarios,
  ...socketScenarios,
  ...conversationScenarios,
  ...nameScenarios,
];
