// Probes of provider state for the table of translations.
import { chatChoice, geminiCandidate, type ProbeGroup } from './probe.ts';
import { chatCall, messagesReply, responseCall } from './reply-parts.ts';

/** The state itself, which the probes search for in the next request. */
export const seal = 'c2VhbGVk';

/** Provider state that the vendor requires in the next request. */
export const stateProbes: ProbeGroup = {
  title: 'Provider state, sent back in the second turn',
  kind: 'second-turn',
  probes: [
    {
      feature: 'reasoning with its signature, or in encrypted form',
      bodies: {
        'anthropic-messages': messagesReply(
          [
            { type: 'thinking', thinking: 'Hm.', signature: seal },
            { type: 'tool_use', id: 'c1', name: 'f', input: {} },
          ],
          'tool_use',
        ),
        'openai-responses': {
          output: [
            { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: seal },
            responseCall('c1', 'f'),
          ],
        },
      },
    },
    {
      feature: 'hidden reasoning',
      bodies: {
        'anthropic-messages': messagesReply(
          [
            { type: 'redacted_thinking', data: seal },
            { type: 'tool_use', id: 'c1', name: 'f', input: {} },
          ],
          'tool_use',
        ),
      },
    },
    {
      feature: 'the signature of a tool call',
      bodies: {
        'openai-chat': chatChoice(
          {
            tool_calls: [
              {
                ...chatCall('c1', 'f'),
                extra_content: { google: { thought_signature: seal } },
              },
            ],
          },
          'tool_calls',
        ),
        'gemini-generate': geminiCandidate(
          [{ functionCall: { name: 'f', args: {} }, thoughtSignature: seal }],
          'STOP',
        ),
      },
    },
    {
      feature: 'the signature of the final text',
      bodies: {
        'gemini-generate': geminiCandidate([{ text: 'Hi.', thoughtSignature: seal }], 'STOP'),
      },
    },
    {
      feature: 'reasoning that must be sent back',
      bodies: {
        'openai-chat': chatChoice(
          { reasoning_content: seal, tool_calls: [chatCall('c1', 'f')] },
          'tool_calls',
        ),
      },
    },
  ],
};
