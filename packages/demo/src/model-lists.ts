/** The list of models, in the form of each dialect. */
import { codecOf, type DialectId, type JsonObject } from '@parley/protocol';
import { type DemoModel, demoModels } from './models.ts';

/** The list of models in the format of this dialect. */
export function listDemoModels(dialect: DialectId): JsonObject {
  const entries = [...demoModels];
  if (codecOf(dialect).wire.modelList.shape === 'models')
    return { models: entries.map(nativeEntry) };
  const data = entries.map(([id]) => unionEntry(id));
  return {
    object: 'list',
    data,
    has_more: false,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
  };
}

/** One entry with the fields of both OpenAI and Anthropic; the date is zero because it is unknown. */
function unionEntry(id: string) {
  return {
    id,
    object: 'model',
    created: 0,
    owned_by: 'demo',
    type: 'model',
    display_name: id,
    created_at: '1970-01-01T00:00:00Z',
  };
}

function nativeEntry([id, { embeds }]: readonly [string, DemoModel]): JsonObject {
  const methods =
    embeds === true
      ? ['embedContent', 'batchEmbedContents']
      : ['generateContent', 'streamGenerateContent', 'countTokens'];
  return { name: `models/${id}`, displayName: id, supportedGenerationMethods: methods };
}
