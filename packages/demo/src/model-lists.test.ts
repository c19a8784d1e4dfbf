import { describe, expect, it } from 'vitest';
import { listDemoModels } from './model-lists.ts';
import { demoModels } from './models.ts';

const names = [...demoModels.keys()];

describe('listDemoModels', () => {
  it('has the methods of each model in Google’s form', () => {
    const list = listDemoModels('gemini-generate');
    const listed = names.map((name) => ({ name: `models/${name}` }));
    expect(list['models']).toMatchObject(listed);
    expect(list).not.toHaveProperty('data');
    expect(list['models']).toContainEqual({
      name: 'models/embed',
      displayName: 'embed',
      supportedGenerationMethods: ['embedContent', 'batchEmbedContents'],
    });
  });

  it('has the fields of both OpenAI and Anthropic otherwise', () => {
    const list = listDemoModels('anthropic-messages');
    expect(listDemoModels('openai-chat')).toEqual(list);
    expect(list['data']).toMatchObject(names.map((id) => ({ id })));
    expect(list).toMatchObject({
      object: 'list',
      has_more: false,
      first_id: names[0],
      last_id: names.at(-1),
    });
    expect(list['data']).toContainEqual({
      id: 'echo',
      object: 'model',
      created: 0,
      owned_by: 'demo',
      type: 'model',
      display_name: 'echo',
      created_at: '1970-01-01T00:00:00Z',
    });
  });
});
