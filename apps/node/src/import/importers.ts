/** Every importer; a new one is listed here. */
import { claudeCodeRouter } from './gateways/claude-code-router.ts';
import type { Importer } from './importer.ts';
import { litellm } from './gateways/litellm.ts';
import { newApi } from './gateways/new-api.ts';
import { portkey } from './gateways/portkey.ts';

export const importers: readonly Importer[] = [litellm, claudeCodeRouter, portkey, newApi];
