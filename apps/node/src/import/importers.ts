/** Every importer; a new one is listed here. */
import { claudeCodeRouter } from './claude-code-router.ts';
import type { Importer } from './importer.ts';
import { litellm } from './litellm.ts';
import { newApi } from './new-api.ts';
import { portkey } from './portkey.ts';

export const importers: readonly Importer[] = [litellm, claudeCodeRouter, portkey, newApi];
