/** The prompt of the playground, which the tab keeps over a reload. */
import { useState } from 'react';
import { keepTabText, readTabText } from '../../preferences/tab-storage.ts';
import { hideSecret } from '../../search/hide-secret.ts';
import { firstPrompt, readObject, type Prompt, type Turn } from './prompt.ts';

const name = 'playground';

/** @param subject whose prompt it is; nobody else gets it, also if a session ends without signing out */
export function useKeptPrompt(subject: string | null): [Prompt, (prompt: Prompt) => void] {
  const [prompt, setPrompt] = useState(() => readPrompt(readTabText(name), subject));
  const change = (next: Prompt) => {
    setPrompt(next);
    // Images may be more than a browser keeps.
    if (!keepTabText(name, writePrompt(next, subject))) {
      keepTabText(name, writePrompt(withoutImages(next), subject));
    }
  };
  return [prompt, change];
}

/** The text to keep, without the secrets of keys. */
export function writePrompt(prompt: Prompt, subject: string | null): string {
  return hideSecret(JSON.stringify({ subject, prompt }));
}

/** The first prompt where none of this visitor is kept, or none of this version. */
export function readPrompt(text: string | null, subject: string | null): Prompt {
  const kept = text === null ? null : readObject(text);
  const prompt = kept?.['subject'] === subject ? kept['prompt'] : undefined;
  return isPrompt(prompt) ? prompt : firstPrompt;
}

function isPrompt(value: unknown): value is Prompt {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  const isComplete = Object.entries(firstPrompt).every(([field, first]) => {
    return typeof fields.get(field) === typeof first;
  });
  const turns = fields.get('turns');
  return isComplete && Array.isArray(turns) && turns.length > 0 && turns.every(isTurn);
}

function isTurn(value: unknown): value is Turn {
  if (typeof value !== 'object' || value === null) return false;
  const { id, role, text } = value as Partial<Record<keyof Turn, unknown>>;
  const hasRole = role === 'user' || role === 'assistant';
  return typeof id === 'number' && typeof text === 'string' && hasRole;
}

function withoutImages(prompt: Prompt): Prompt {
  return { ...prompt, turns: prompt.turns.map(({ image: _, ...turn }) => turn) };
}
