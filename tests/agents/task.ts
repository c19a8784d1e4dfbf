import { answerWith, type AnswerScript, type ToolCallDescription } from '@parley/testkit';
import type { ToolUse } from './agent.ts';
import { findTool, listMarks } from './history.ts';

/** What every agent is asked to do. */
export const task = {
  prompt: 'create the file result.txt with the content 42',
  file: 'result.txt',
  content: '42',
};

/** The one call of the scripted model. */
export const callId = 'call_result_1';
/** Proof of its reasoning, as vendors hand it out: meaningless, and wanted back unchanged. */
export const signature = 'c2NyaXB0ZWQgcHJvb2Ygb2YgcmVhc29uaW5n';
/** What it says in the end. */
export const closing = 'The file result.txt now holds 42.';

/**
 * A model that does the task: it thinks, announces and calls the agent's tool, and says that it is
 * done once the result has come.
 * @param aside what it says to anything else, such as the question for a title
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
