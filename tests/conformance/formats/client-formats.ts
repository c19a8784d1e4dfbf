// The four client formats.
import { chat } from './chat.ts';
import type { ClientFormat } from './client-format.ts';
import { gemini } from './gemini.ts';
import { messages } from './messages.ts';
import { responses } from './responses.ts';

export const clientFormats: readonly ClientFormat[] = [chat, messages, gemini, responses];
