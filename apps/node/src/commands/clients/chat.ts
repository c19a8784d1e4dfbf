/** `parley chat`: sends a prompt to a model of the gateway, or holds a conversation in a terminal. */
import { text as readText } from 'node:stream/consumers';
import { escapeLines } from '@parley/host';
import { createJsonCommand, urlOption } from '../command.ts';
import { UsageError } from '../failure.ts';
import { say, writeJson } from '../output.ts';
import { requestReply, streamReply, type Message, type Prompt } from './chat-completions.ts';
import { findAccess } from './connect.ts';
import { converse } from './conversation.ts';

const chat = { id: 'chat', title: 'parley chat', needsGateway: true };

export const createChatCommand = () =>
  createJsonCommand('chat', {
    summary: 'Send a prompt to a model, or hold a conversation in a terminal',
    examples: [
      'parley chat demo/echo "Hello"',
      'git diff | parley chat gpt-5 "Review this change:" -',
      'parley chat claude-sonnet-5',
    ],
  })
    .argument('<model>', 'Call name of the model')
    .argument('[prompt...]', 'Prompt; - stands for standard input')
    .addOption(urlOption)
    .option('--system <text>', 'Instructions for the model')
    .action(async (model, words, { system, json = false, ...options }) => {
      const isConversation = words.length === 0 && process.stdin.isTTY;
      if (isConversation && json) throw new UsageError('--json needs a prompt.');
      const content = isConversation ? undefined : await readPrompt(words);
      const access = await findAccess(chat, options);
      const messages: Message[] = system === undefined ? [] : [{ role: 'system', content: system }];
      const prompt = { ...access, model, messages };
      if (content === undefined) return holdConversation(prompt);
      messages.push({ role: 'user', content });
      if (json) writeJson(await requestReply(prompt));
      else await showReply(prompt);
    });

/** The words of the prompt, and standard input in place of `-` or of a missing prompt. */
async function readPrompt(words: readonly string[]): Promise<string> {
  const isRead = words.length === 0 || words.includes('-');
  const input = isRead ? (await readText(process.stdin)).trimEnd() : '';
  const prompt = words.length === 0 ? input : joinWords(words, input);
  if (prompt.trim() === '') throw new UsageError('The prompt is empty.');
  return prompt;
}

/** Standard input is in a paragraph of its own. */
function joinWords(words: readonly string[], input: string): string {
  return words
    .map((word) => (word === '-' ? `\n\n${input}\n\n` : word))
    .join(' ')
    .replaceAll(/ ?(\n\n) ?/g, '$1')
    .trim();
}

function holdConversation(prompt: Prompt): Promise<void> {
  return converse({
    input: process.stdin,
    output: process.stdout,
    messages: prompt.messages,
    answer: (messages, signal) => showReply({ ...prompt, messages, signal }),
    onFailure: ({ message }) => {
      say(`parley: ${message}`);
    },
  });
}

/** What is said when the model stopped before it was done, by the finish reason. */
const endings: Readonly<Record<string, string>> = {
  length: 'The answer ended at a limit of its length.',
  content_filter: 'The answer was stopped by a content filter.',
  tool_calls: 'The model called a tool, which chat does not offer.',
};

/** Writes the answer to standard output as it arrives. @returns its text */
async function showReply(prompt: Prompt): Promise<string> {
  let answer = '';
  try {
    const { finishReason = '' } = await streamReply(prompt, (text) => {
      answer += text;
      // Models must not be able to control the terminal.
      process.stdout.write(process.stdout.isTTY ? escapeLines(text) : text);
    });
    const ending = endings[finishReason];
    if (ending !== undefined) say(`\n${ending}`);
    return answer;
  } finally {
    if (answer !== '' && !answer.endsWith('\n')) process.stdout.write('\n');
  }
}
