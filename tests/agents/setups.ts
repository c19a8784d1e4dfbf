/** Every set-up of every agent, for `run.ts` and `run-failures.ts`. */
import type { Agent } from './agent.ts';
import { claudeSetups } from './claude.ts';
import { codexSetups } from './codex.ts';
import { copilot } from './copilot.ts';
import { geminiSetups } from './gemini.ts';
import { opencodeSetups } from './opencode.ts';
import { piSetups } from './pi.ts';
import { qwen } from './qwen.ts';

export const setups: readonly Agent[] = [
  ...claudeSetups,
  ...codexSetups,
  ...geminiSetups,
  ...opencodeSetups,
  qwen,
  copilot,
  ...piSetups,
];
