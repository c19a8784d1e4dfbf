// Probes of turns and content for the table of translations.
import type { ProbeGroup } from './probe.ts';

const brief = 'You are brief.';

const plainMessages = [
  { role: 'user', content: 'Hello' },
  { role: 'assistant', content: 'Hi.' },
  { role: 'user', content: 'Well?' },
];

const plainHistory = {
  'openai-chat': { messages: plainMessages },
  'anthropic-messages': { messages: plainMessages },
  'gemini-generate': {
    contents: [
      { role: 'user', parts: [{ text: 'Hello' }] },
      { role: 'model', parts: [{ text: 'Hi.' }] },
      { role: 'user', parts: [{ text: 'Well?' }] },
    ],
  },
  'openai-responses': { input: plainMessages },
};

export const conversationProbes: ProbeGroup = {
  title: 'Conversation',
  kind: 'request',
  probes: [
    {
      feature: 'instructions at the start',
      bodies: {
        'openai-chat': {
          messages: [
            { role: 'system', content: brief },
            { role: 'user', content: 'Hello' },
          ],
        },
        'anthropic-messages': { system: brief },
        'gemini-generate': { systemInstruction: { parts: [{ text: brief }] } },
        'openai-responses': { instructions: brief },
      },
    },
    {
      feature: 'instructions later in the conversation',
      bodies: {
        'openai-chat': {
          messages: [
            { role: 'user', content: 'Hello' },
            { role: 'assistant', content: 'Hi.' },
            { role: 'system', content: brief },
            { role: 'user', content: 'Well?' },
          ],
        },
        'anthropic-messages': {
          messages: [
            { role: 'user', content: 'Hello' },
            { role: 'assistant', content: 'Hi.' },
            { role: 'system', content: brief },
            { role: 'user', content: 'Well?' },
          ],
        },
        'openai-responses': {
          input: [
            { role: 'user', content: 'Hello' },
            { role: 'assistant', content: 'Hi.' },
            { role: 'developer', content: brief },
            { role: 'user', content: 'Well?' },
          ],
        },
      },
    },
    {
      feature: 'a reply that the client has begun',
      bodies: {
        'openai-chat': { messages: plainMessages.slice(0, 2) },
        'anthropic-messages': { messages: plainMessages.slice(0, 2) },
        'gemini-generate': { contents: plainHistory['gemini-generate'].contents.slice(0, 2) },
        'openai-responses': { input: plainMessages.slice(0, 2) },
      },
    },
    {
      feature: 'a participant’s name',
      bodies: {
        'openai-chat': {
          messages: [{ role: 'user', name: 'anna', content: [{ type: 'text', text: 'Hello' }] }],
        },
      },
    },
    {
      feature: 'the purpose of an assistant’s turn (`phase`)',
      bodies: {
        'openai-responses': {
          input: [
            { role: 'user', content: 'Hello' },
            { role: 'assistant', phase: 'commentary', content: 'Hm.' },
            { role: 'user', content: 'Well?' },
          ],
        },
      },
      omitted: {
        'openai-responses': {
          input: [
            { role: 'user', content: 'Hello' },
            { role: 'assistant', content: 'Hm.' },
            { role: 'user', content: 'Well?' },
          ],
        },
      },
    },
    {
      feature: 'cache marks',
      bodies: {
        'openai-chat': {
          messages: [
            {
              role: 'user',
              content: [
                { type: 'text', text: 'Hello', prompt_cache_breakpoint: { mode: 'explicit' } },
              ],
            },
          ],
        },
        'anthropic-messages': {
          messages: [
            {
              role: 'user',
              content: [{ type: 'text', text: 'Hello', cache_control: { type: 'ephemeral' } }],
            },
          ],
        },
        'openai-responses': {
          input: [
            {
              role: 'user',
              content: [
                {
                  type: 'input_text',
                  text: 'Hello',
                  prompt_cache_breakpoint: { mode: 'explicit' },
                },
              ],
            },
          ],
        },
      },
    },
    {
      feature: 'the reasoning of another vendor in the history',
      bodies: {
        'openai-chat': {
          messages: [
            { role: 'user', content: 'Hello' },
            { role: 'assistant', content: 'Hi.', reasoning_content: 'Hm.' },
            { role: 'user', content: 'Well?' },
          ],
        },
        'anthropic-messages': {
          messages: [
            { role: 'user', content: 'Hello' },
            {
              role: 'assistant',
              content: [
                { type: 'thinking', thinking: 'Hm.', signature: 'EqQB' },
                { type: 'text', text: 'Hi.' },
              ],
            },
            { role: 'user', content: 'Well?' },
          ],
        },
        'gemini-generate': {
          contents: [
            { role: 'user', parts: [{ text: 'Hello' }] },
            {
              role: 'model',
              parts: [{ text: 'Hm.', thought: true, thoughtSignature: 'CsIB' }, { text: 'Hi.' }],
            },
            { role: 'user', parts: [{ text: 'Well?' }] },
          ],
        },
        'openai-responses': {
          input: [
            { role: 'user', content: 'Hello' },
            { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' },
            { role: 'assistant', content: 'Hi.' },
            { role: 'user', content: 'Well?' },
          ],
        },
      },
      omitted: plainHistory,
    },
    {
      feature: 'what the vendor’s own tools said earlier in the conversation',
      bodies: {
        'anthropic-messages': {
          messages: [
            { role: 'user', content: 'Hello' },
            {
              role: 'assistant',
              content: [
                { type: 'server_tool_use', id: 's1', name: 'bash', input: { command: 'ls' } },
                {
                  type: 'bash_code_execution_tool_result',
                  tool_use_id: 's1',
                  content: { type: 'bash_code_execution_result', stdout: 'a.txt', return_code: 0 },
                },
                { type: 'text', text: 'Hi.' },
              ],
            },
            { role: 'user', content: 'Well?' },
          ],
        },
        'gemini-generate': {
          contents: [
            { role: 'user', parts: [{ text: 'Hello' }] },
            {
              role: 'model',
              parts: [
                { executableCode: { language: 'PYTHON', code: 'print(1)' } },
                { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
                { text: 'Hi.' },
              ],
            },
            { role: 'user', parts: [{ text: 'Well?' }] },
          ],
        },
        'openai-responses': {
          input: [
            { role: 'user', content: 'Hello' },
            {
              type: 'code_interpreter_call',
              id: 'ci_1',
              code: 'print(1)',
              container_id: 'cntr_1',
              status: 'completed',
              outputs: [{ type: 'logs', logs: '1' }],
            },
            { role: 'assistant', content: 'Hi.' },
            { role: 'user', content: 'Well?' },
          ],
        },
      },
      omitted: plainHistory,
    },
    {
      feature: 'the summary of a compacted conversation',
      bodies: {
        'anthropic-messages': {
          messages: [
            { role: 'user', content: 'Hello' },
            { role: 'assistant', content: [{ type: 'compaction', content: 'They greeted.' }] },
            { role: 'user', content: 'Well?' },
          ],
        },
        'openai-responses': {
          input: [
            { type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAA' },
            { role: 'user', content: 'Well?' },
          ],
        },
      },
      omitted: { 'openai-responses': { input: [{ role: 'user', content: 'Well?' }] } },
    },
    {
      feature: 'a request to compact the conversation',
      bodies: {
        'openai-responses': {
          input: [{ role: 'user', content: 'Hello' }, { type: 'compaction_trigger' }],
        },
      },
    },
    {
      feature: 'a refusal in the history',
      bodies: {
        'openai-chat': {
          messages: [
            { role: 'user', content: 'Hello' },
            { role: 'assistant', refusal: 'I cannot.' },
            { role: 'user', content: 'Why?' },
          ],
        },
        'openai-responses': {
          input: [
            { role: 'user', content: 'Hello' },
            {
              type: 'message',
              id: 'msg_1',
              status: 'completed',
              role: 'assistant',
              content: [{ type: 'refusal', refusal: 'I cannot.' }],
            },
            { role: 'user', content: 'Why?' },
          ],
        },
      },
    },
  ],
};
