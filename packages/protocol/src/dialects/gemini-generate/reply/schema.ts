// The zod schemas of Gemini generateContent replies, for the reply decoder and the stream decoder.
import * as z from 'zod/mini';
import { parseToolJson } from '../../../json/parse.ts';
import { lenient, wholeNumber } from '../../../shared/schema.ts';
import { jsonObject, jsonValue, nonEmpty } from '../../../shared/schema-values.ts';

/*
 * Replies of upstreams, whole and in chunks, as of `@google/genai` 3.1.0 `GenerateContentResponse`. A field
 * of the wrong type is treated as absent, so that one invalid field does not invalidate the whole reply.
 */

const text = lenient(z.string());
const count = lenient(z.number());
const blob = z.looseObject({ mimeType: z.string(), data: z.string(), displayName: text });
const file = z.looseObject({
  fileUri: nonEmpty,
  mimeType: text,
  displayName: text,
});
/** Some servers send arguments as JSON text. */
const args = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? parseToolJson(value) : value)),
  jsonObject,
);
const call = z.looseObject({
  id: text,
  name: nonEmpty,
  args: lenient(args),
});

/** The fields of `PartInput`; all other fields of a part are accepted unread. */
const answerPart = z.looseObject({
  text,
  thought: lenient(z.boolean()),
  thoughtSignature: text,
  inlineData: lenient(blob),
  fileData: lenient(file),
  functionCall: lenient(call),
  executableCode: lenient(jsonObject),
  codeExecutionResult: lenient(jsonObject),
  toolCall: lenient(jsonObject),
  toolResponse: lenient(jsonObject),
  videoMetadata: lenient(jsonObject),
});

const citation = z.looseObject({ uri: text, title: text, startIndex: count, endIndex: count });

const source = lenient(z.looseObject({ uri: text, title: text }));
const foundImage = lenient(z.looseObject({ sourceUri: text, title: text }));

const groundingMetadata = z.looseObject({
  groundingChunks: lenient(
    z.array(
      z.looseObject({ web: source, maps: source, retrievedContext: source, image: foundImage }),
    ),
  ),
  groundingSupports: lenient(
    z.array(
      z.looseObject({
        segment: lenient(z.looseObject({ startIndex: count, endIndex: count, partIndex: count })),
        groundingChunkIndices: lenient(z.array(z.number())),
      }),
    ),
  ),
});

const chance = z.looseObject({ token: z.string(), logProbability: z.number() });
const logprobsResult = z.looseObject({
  chosenCandidates: z.array(chance),
  topCandidates: lenient(z.array(z.looseObject({ candidates: lenient(z.array(chance)) }))),
});

const candidate = z.looseObject({
  index: lenient(wholeNumber(0, 127)),
  content: lenient(z.looseObject({ parts: lenient(z.array(answerPart)) })),
  finishReason: text,
  finishMessage: text,
  citationMetadata: lenient(
    z.looseObject({
      citations: lenient(z.array(citation)),
      citationSources: lenient(z.array(citation)),
    }),
  ),
  groundingMetadata: lenient(groundingMetadata),
  logprobsResult: lenient(logprobsResult),
});

export const replySchema = z.looseObject({
  candidates: lenient(z.array(candidate)),
  promptFeedback: lenient(z.looseObject({ blockReason: text, blockReasonMessage: text })),
  usageMetadata: lenient(jsonObject),
  modelVersion: text,
  responseId: text,
  error: z.optional(jsonValue),
});

export type ReplyInput = z.infer<typeof replySchema>;
export type CandidateInput = z.infer<typeof candidate>;
export type LogprobsInput = z.infer<typeof logprobsResult>;
