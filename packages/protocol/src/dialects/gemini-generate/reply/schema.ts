import * as z from 'zod';
import { jsonObject, jsonValue } from '../schema-values.ts';

/*
 * What upstreams answer, whole and in chunks, as of `@google/genai` 3.1.0 `GenerateContentResponse`.
 * A field of the wrong kind reads as absent, because one odd field must not cost the whole answer.
 */

/** Reads a field of the wrong kind as absent. */
function lenient<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().catch(undefined);
}

const text = lenient(z.string());
const count = lenient(z.number());
const blob = z.looseObject({ mimeType: z.string(), data: z.string(), displayName: text });
const file = z.looseObject({ fileUri: z.string().min(1), mimeType: text, displayName: text });
const call = z.looseObject({ id: text, name: z.string().min(1), args: lenient(jsonObject) });

/** The fields that `PartInput` has; what else a part holds passes unread. */
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

const groundingMetadata = z.looseObject({
  groundingChunks: lenient(
    z.array(z.looseObject({ web: lenient(z.looseObject({ uri: text, title: text })) })),
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
  index: lenient(z.number().int().min(0).max(127)),
  content: lenient(z.looseObject({ parts: lenient(z.array(answerPart)) })),
  finishReason: text,
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
  error: jsonValue.optional(),
});

export type ReplyInput = z.infer<typeof replySchema>;
export type CandidateInput = z.infer<typeof candidate>;
export type LogprobsInput = z.infer<typeof logprobsResult>;
