/** The provider data of model servers that people run themselves; listed in `providers.ts`. */
import type { Provider } from './provider.ts';

// Default ports from the projects' own pages, 2026-11-20. Recent versions of all of them also support the
// messages dialect; it is omitted because older versions in use do not. An upstream's `base_url` can name it.
const rows: readonly (readonly [id: string, name: string, port: number])[] = [
  ['ollama', 'Ollama', 11434],
  ['lmstudio', 'LM Studio', 1234],
  ['vllm', 'vLLM', 8000],
  ['llamacpp', 'llama.cpp', 8080],
  ['atomic-chat', 'Atomic Chat', 1337],
];

/** Servers that people run on their own machine. They need no credential, but one can be configured. */
export const local: readonly Provider[] = rows.map(([id, name, port]) => ({
  id,
  name,
  credentialEnvironment: [],
  free: true,
  baseUrls: { 'openai-chat': `http://127.0.0.1:${String(port)}/v1` },
}));
