// The four client formats.
import { chat } from './chat.ts';
import type { Door } from './door.ts';
import { gemini } from './gemini.ts';
import { messages } from './messages.ts';
import { responses } from './responses.ts';

export const doors: readonly Door[] = [chat, messages, gemini, responses];
