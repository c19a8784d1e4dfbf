/** The task of every agent, and the scripted model with which it does it; used by the trials. */
import { answerWith, type AnswerScript, type ToolCallDescription } from '@parley/testkit';
import type { ToolUse } from './agent.ts';
import { findTool, listMarks } from './history.ts';

/** The task of every agent. */
export const task = {
  prompt: 'create the file result.txt with the content 42',
  file: 'result.txt',
  content: '42',
};

/** The only tool call of the scripted model. */
export const callId = 'call_result_1';
/** The signature of its reasoning, which must come back unchanged. */
export const signature = 'c2NyaXB0ZWQgcHJvb2Ygb2YgcmVhc29uaW5n';
/** Its final text. */
export const closing = 'The file result.txt now holds 42.';

/**
 * A scripted model for the task: it reasons, announces and calls the agent's tool, and says that it is done after
 * the result.
 * @param aside the reply to any other request, such as one for a title
 */
export function scriptTask(use: ToolUse, aside = 'One file'): AnswerScript {
  return (request) => {
    const tool = findTool(request.body, use.name);
    if (tool === undefined) return answerWith({ text: aside })(request);
    const marks = listMarks(request.dialect, request.body);
    if (marks.some(({ kind }) => kind === 'result')) return finish(request);
    return begin({ id: callId, ...use, name: tool.name })(request);
  };
}

const begin = (call: ToolCallDescription) =>
  answerWith({
    reasoning: 'One small file is all that is needed.',
    signature,
    text: 'I write the file.',
    toolCalls: [call],
    usage: { input: 900, cacheRead: 100, output: 40, reasoning: 10 },
  });
const finish = answerWith({ text: closing, usage: { input: 1100, output: 12 } });
