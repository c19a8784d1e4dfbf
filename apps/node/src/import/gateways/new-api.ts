/**
 * Imports the channels of new-api and one-api: the answer of `GET /api/channel/`, or the list in it. Its format:
 * QuantumNous/new-api model/channel.go, constant/channel.go, dto/channel_settings.go and
 * songquanpeng/one-api model/channel.go, relay/channeltype, read 2026-11-26.
 */
import type { ImportDraft } from '../draft.ts';
import type { ImportedTarget, Secret } from '../imported.ts';
import { readHeaders } from '../headers.ts';
import type { Importer } from '../importer.ts';
import { findChannelService } from './new-api-types.ts';
import { splitEndpoint } from '../service.ts';
import { isObject, type SourceObject } from '../source-object.ts';

export const newApi: Importer = {
  id: 'new-api',
  name: 'a list of channels of new-api or one-api',
  recognise: (document) => findChannels(document).some(isChannel),
  convert(source, draft) {
    source.ignore('success', 'message');
    const data = source.object('data');
    data.ignore('total', 'page', 'page_size', 'type_counts');
    const list = data.has('items') ? data.object('items') : data.keys.length > 0 ? data : source;
    const channels = list.keys.map((key) => list.object(key));
    const isNew = channels.some((channel) => channel.has('channel_info', 'auto_ban', 'setting'));
    const models = new Map<string, ChannelTarget[]>();
    for (const channel of channels) {
      for (const target of readChannel(channel, isNew, draft)) {
        models.set(target.name, [...(models.get(target.name) ?? []), target]);
      }
    }
    for (const [name, targets] of models) draft.setModel(name, { targets }, list.path);
    setGroups(models, list, draft);
  },
};

function findChannels(document: unknown): readonly unknown[] {
  if (Array.isArray(document)) return document;
  if (!isObject(document)) return [];
  return findChannels(document['data'] ?? document['items']);
}

function isChannel(value: unknown): boolean {
  return (
    isObject(value) && typeof value['type'] === 'number' && typeof value['models'] === 'string'
  );
}

interface ChannelTarget extends ImportedTarget {
  /** The call name. */
  readonly name: string;
  readonly groups: readonly string[];
}

/** What the source has measured or needs for itself. */
const stateKeys = [
  ...['id', 'status', 'created_time', 'test_time', 'response_time', 'test_model', 'balance'],
  ...['balance_updated_time', 'used_quota', 'other_info', 'tag', 'remark', 'channel_info'],
  // A circuit breaker rests every upstream that fails.
  'auto_ban',
];

function readChannel(
  channel: SourceObject,
  isNew: boolean,
  draft: ImportDraft,
): readonly ChannelTarget[] {
  const service = findChannelService(channel.number('type') ?? 0, isNew);
  if ((channel.number('status') ?? 1) !== 1 || service === undefined) {
    const reason = service === undefined ? 'Parley has no provider for its type' : 'it is disabled';
    channel.drop(`was not imported, because ${reason}.`);
    return [];
  }
  const upstreams = addUpstreams(channel, service, draft);
  const mapping = channel.json('model_mapping');
  const common = {
    // In the source, the highest priority is tried first.
    priority: -(channel.number('priority') ?? 0),
    weight: channel.number('weight') ?? 0,
    groups: splitList(channel.text('group') ?? 'default'),
  };
  channel.ignore(...stateKeys);
  const names = splitList(channel.text('models') ?? '');
  return names.flatMap((name) => {
    const model = mapping.text(name) ?? name;
    for (const upstream of upstreams) draft.listModel(upstream, model);
    return upstreams.map((upstream) => ({ ...common, name, upstream, model }));
  });
}

type ChannelService = NonNullable<ReturnType<typeof findChannelService>>;

/** One upstream for each key of the channel; lists of channels usually have no keys. */
function addUpstreams(
  channel: SourceObject,
  { provider, host, path = '' }: ChannelService,
  draft: ImportDraft,
): readonly string[] {
  const written = channel.text('base_url') ?? host;
  const proxy = channel.json('setting').text('proxy');
  const organization = channel.text('openai_organization');
  const headers = {
    ...(organization !== undefined && { 'openai-organization': literal(organization) }),
    ...readHeaders(channel.json('header_override'), literal),
  };
  const title = channel.text('name') ?? '';
  const name = /[a-z0-9]/i.test(title) ? title : `channel-${String(channel.number('id') ?? '')}`;
  const keys = (channel.text('key') ?? name).split('\n').filter((key) => key.trim() !== '');
  return keys.flatMap((key) => {
    const wish = {
      name,
      service: { provider, baseUrl: written && splitEndpoint(written).baseUrl + path },
      credential: literal(key),
      headers: Object.keys(headers).length > 0 ? headers : undefined,
      proxy: proxy === undefined ? undefined : literal(proxy),
    };
    return draft.addUpstream(wish, channel.path) ?? [];
  });
}

function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Groups list call names; their targets are the same in all groups. */
function setGroups(
  models: ReadonlyMap<string, readonly ChannelTarget[]>,
  list: SourceObject,
  draft: ImportDraft,
): void {
  const groups = new Map<string, string[]>();
  for (const [name, targets] of models) {
    const members = [...new Set(targets.flatMap(({ groups: own }) => own))];
    for (const group of members) groups.set(group, [...(groups.get(group) ?? []), name]);
    const isSame = targets.every(({ groups: own }) =>
      members.every((group) => own.includes(group)),
    );
    if (!isSame)
      draft.note(
        list.path,
        `lists ${JSON.stringify(name)} in different channels for its groups; now each group uses all of them.`,
      );
  }
  for (const [group, names] of groups) draft.setGroup(group, { models: names });
}

function literal(text: string): Secret {
  return { literal: text };
}
