import type { Provider } from './provider.ts';

// Default ports from the projects' own pages, 2026-11-20. All of them answer the messages dialect
// too in recent versions; it is left out because older versions in use refuse it. An upstream's
// `base_url` can name it.
const rows: readonly (readonly [id: string, name: string, port: number])[] = [
  ['ollama', 'Ollama', 11434],
  ['lmstudio', 'LM Studio', 1234],
  ['vllm', 'vLLM', 8000],
  ['llamacpp', 'llama.cpp', 8080],
  ['atomic-chat', 'Atomic Chat', 1337],
];

/** Servers people run on their own machine. They need no credential, and take one if configured. */
export const local: readonly Provider[] = rows.map(([id, name, port]) => ({
  id,
  name,
  credentialEnvironment: [],
  free: true,
  baseUrls: { 'openai-chat': `http://127.0.0.1:${String(port)}/v1` },
}));
