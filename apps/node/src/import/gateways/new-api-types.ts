/** What the numbers of channel types mean; used by the importer of new-api and one-api. */

/** The service of a channel. */
interface ChannelService {
  /** Parley's id; absent for any server that speaks the format of OpenAI. */
  readonly provider?: string;
  /** The base URL that the gateway uses when the channel has none. */
  readonly host?: string;
  /** What the gateway puts between the base URL of a channel and the endpoint. */
  readonly path?: string;
}

const version = { path: '/v1' };

/** Both gateways have these. Type 8 has the URL of the endpoint itself. */
const common: Readonly<Record<number, ChannelService>> = {
  1: { provider: 'openai', ...version },
  3: { provider: 'azure', path: '/openai/v1' },
  8: {},
  14: { provider: 'anthropic' },
  17: { provider: 'alibaba-cn', path: '/compatible-mode/v1' },
  20: { provider: 'openrouter', ...version },
  24: { provider: 'google' },
  25: { provider: 'moonshotai-cn', ...version },
  31: { host: 'https://api.lingyiwanwu.com', ...version },
};

const newApi: Readonly<Record<number, ChannelService>> = {
  4: { provider: 'ollama', ...version },
  26: { provider: 'zhipuai', path: '/api/paas/v4' },
  27: { provider: 'perplexity' },
  40: { provider: 'siliconflow-cn', ...version },
  42: { provider: 'mistral', ...version },
  43: { provider: 'deepseek', ...version },
  45: { host: 'https://ark.cn-beijing.volces.com', path: '/api/v3' },
  46: { host: 'https://qianfan.baidubce.com', path: '/v2' },
  47: version,
  48: { provider: 'xai', ...version },
  53: { provider: 'submodel', ...version },
};

const oneApi: Readonly<Record<number, ChannelService>> = {
  28: { provider: 'mistral', ...version },
  29: { provider: 'groq', ...version },
  30: { provider: 'ollama', ...version },
  32: { provider: 'stepfun', ...version },
  36: { provider: 'deepseek', ...version },
  39: { provider: 'togetherai', ...version },
  40: { host: 'https://ark.cn-beijing.volces.com', path: '/api/v3' },
  41: { provider: 'novita-ai', ...version },
};

/** Undefined for a type that has no counterpart. The two gateways count differently from 26 on. */
export function findChannelService(type: number, isNew: boolean): ChannelService | undefined {
  return common[type] ?? (isNew ? newApi : oneApi)[type];
}
