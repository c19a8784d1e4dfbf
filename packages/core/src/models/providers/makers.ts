/** The provider data of vendors that train the models they serve; listed in `providers.ts`. */
import type { Provider } from './provider.ts';
import { providerOf, providerWithResponses, type ProviderRow } from './row.ts';

// Facts from models.dev (read 2026-11-20, data of 2026-07-02): id, name, credential name, base URL. The
// messages base URLs and the credential name of Z.AI are from public documentation, same day. Regional and
// subscription variants share one credential name; the first one listed uses it.
const rows: readonly ProviderRow[] = [
  [
    'deepseek',
    'DeepSeek',
    'DEEPSEEK_API_KEY',
    'https://api.deepseek.com',
    'https://api.deepseek.com/anthropic',
  ],
  ['mistral', 'Mistral', 'MISTRAL_API_KEY', 'https://api.mistral.ai/v1'],
  [
    'moonshotai',
    'Moonshot AI',
    'MOONSHOT_API_KEY',
    'https://api.moonshot.ai/v1',
    'https://api.moonshot.ai/anthropic',
  ],
  [
    'moonshotai-cn',
    'Moonshot AI (China)',
    'MOONSHOT_API_KEY',
    'https://api.moonshot.cn/v1',
    'https://api.moonshot.cn/anthropic',
  ],
  [
    'zhipuai',
    'Zhipu AI',
    'ZHIPU_API_KEY',
    'https://open.bigmodel.cn/api/paas/v4',
    'https://open.bigmodel.cn/api/anthropic',
  ],
  [
    'zhipuai-coding-plan',
    'Zhipu AI Coding Plan',
    'ZHIPU_API_KEY',
    'https://open.bigmodel.cn/api/coding/paas/v4',
    'https://open.bigmodel.cn/api/anthropic',
  ],
  ['zai', 'Z.AI', 'ZAI_API_KEY', 'https://api.z.ai/api/paas/v4', 'https://api.z.ai/api/anthropic'],
  [
    'zai-coding-plan',
    'Z.AI Coding Plan',
    'ZAI_API_KEY',
    'https://api.z.ai/api/coding/paas/v4',
    'https://api.z.ai/api/anthropic',
  ],
  [
    'minimax',
    'MiniMax (minimax.io)',
    'MINIMAX_API_KEY',
    'https://api.minimax.io/v1',
    'https://api.minimax.io/anthropic',
  ],
  [
    'minimax-cn',
    'MiniMax (minimaxi.com)',
    'MINIMAX_API_KEY',
    'https://api.minimaxi.com/v1',
    'https://api.minimaxi.com/anthropic',
  ],
  [
    'alibaba',
    'Alibaba',
    'DASHSCOPE_API_KEY',
    'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
  ],
  [
    'alibaba-cn',
    'Alibaba (China)',
    'DASHSCOPE_API_KEY',
    'https://dashscope.aliyuncs.com/compatible-mode/v1',
  ],
  [
    'alibaba-coding-plan',
    'Alibaba Coding Plan',
    'ALIBABA_CODING_PLAN_API_KEY',
    'https://coding-intl.dashscope.aliyuncs.com/v1',
    'https://coding-intl.dashscope.aliyuncs.com/apps/anthropic',
  ],
  [
    'alibaba-coding-plan-cn',
    'Alibaba Coding Plan (China)',
    'ALIBABA_CODING_PLAN_API_KEY',
    'https://coding.dashscope.aliyuncs.com/v1',
    'https://coding.dashscope.aliyuncs.com/apps/anthropic',
  ],
  [
    'alibaba-token-plan',
    'Alibaba Token Plan',
    'ALIBABA_TOKEN_PLAN_API_KEY',
    'https://token-plan.ap-southeast-1.maas.aliyuncs.com/compatible-mode/v1',
    'https://token-plan.ap-southeast-1.maas.aliyuncs.com/apps/anthropic',
  ],
  [
    'alibaba-token-plan-cn',
    'Alibaba Token Plan (China)',
    'ALIBABA_TOKEN_PLAN_API_KEY',
    'https://token-plan.cn-beijing.maas.aliyuncs.com/compatible-mode/v1',
    'https://token-plan.cn-beijing.maas.aliyuncs.com/apps/anthropic',
  ],
  ['cohere', 'Cohere', 'COHERE_API_KEY', 'https://api.cohere.ai/compatibility/v1'],
  [
    'xiaomi',
    'Xiaomi',
    'XIAOMI_API_KEY',
    'https://api.xiaomimimo.com/v1',
    'https://api.xiaomimimo.com/anthropic',
  ],
  [
    'xiaomi-token-plan-ams',
    'Xiaomi Token Plan (Europe)',
    'XIAOMI_API_KEY',
    'https://token-plan-ams.xiaomimimo.com/v1',
    'https://token-plan-ams.xiaomimimo.com/anthropic',
  ],
  [
    'xiaomi-token-plan-cn',
    'Xiaomi Token Plan (China)',
    'XIAOMI_API_KEY',
    'https://token-plan-cn.xiaomimimo.com/v1',
    'https://token-plan-cn.xiaomimimo.com/anthropic',
  ],
  [
    'xiaomi-token-plan-sgp',
    'Xiaomi Token Plan (Singapore)',
    'XIAOMI_API_KEY',
    'https://token-plan-sgp.xiaomimimo.com/v1',
    'https://token-plan-sgp.xiaomimimo.com/anthropic',
  ],
  ['stepfun', 'StepFun', 'STEPFUN_API_KEY', 'https://api.stepfun.com/v1'],
  [
    'stepfun-ai',
    'StepFun AI',
    'STEPFUN_API_KEY',
    'https://api.stepfun.ai/step_plan/v1',
    'https://api.stepfun.ai/step_plan',
  ],
  [
    'tencent-tokenhub',
    'Tencent TokenHub',
    'TENCENT_TOKENHUB_API_KEY',
    'https://tokenhub.tencentmaas.com/v1',
  ],
  [
    'tencent-coding-plan',
    'Tencent Coding Plan (China)',
    'TENCENT_CODING_PLAN_API_KEY',
    'https://api.lkeap.cloud.tencent.com/coding/v3',
  ],
  ['bailing', 'Bailing', 'BAILING_API_TOKEN', 'https://api.tbox.cn/api/llm/v1'],
  ['llama', 'Llama', 'LLAMA_API_KEY', 'https://api.llama.com/compat/v1'],
  ['nova', 'Nova', 'NOVA_API_KEY', 'https://api.nova.amazon.com/v1'],
  ['perplexity', 'Perplexity', 'PERPLEXITY_API_KEY', 'https://api.perplexity.ai'],
  ['inception', 'Inception', 'INCEPTION_API_KEY', 'https://api.inceptionlabs.ai/v1'],
  ['upstage', 'Upstage', 'UPSTAGE_API_KEY', 'https://api.upstage.ai/v1/solar'],
  ['sakana', 'Sakana AI', 'SAKANA_API_KEY', 'https://api.sakana.ai/v1'],
  ['sarvam', 'Sarvam AI', 'SARVAM_API_KEY', 'https://api.sarvam.ai/v1'],
  ['poolside', 'Poolside', 'POOLSIDE_API_KEY', 'https://inference.poolside.ai/v1'],
  ['morph', 'Morph', 'MORPH_API_KEY', 'https://api.morphllm.com/v1'],
  ['v0', 'v0', 'V0_API_KEY', 'https://api.v0.dev/v1'],
  ['lucidquery', 'LucidQuery', 'LUCIDQUERY_API_KEY', 'https://api.lucidquery.com/v1'],
];

// Its documentation recommends its Responses endpoint for all its models, read 2026-11-20.
const xai: ProviderRow = ['xai', 'xAI', 'XAI_API_KEY', 'https://api.x.ai/v1'];

// Its messages endpoint is documented to accept `x-api-key`, the dialect's own header, and no other.
const kimiForCoding: Provider = {
  id: 'kimi-for-coding',
  name: 'Kimi For Coding',
  credentialEnvironment: ['KIMI_API_KEY'],
  baseUrls: {
    'openai-chat': 'https://api.kimi.com/coding/v1',
    'anthropic-messages': 'https://api.kimi.com/coding',
  },
};

/** Vendors that train the models they serve and whose first dialect is chat completions. */
export const makers: readonly Provider[] = [
  ...rows.map(providerOf),
  providerWithResponses(xai),
  kimiForCoding,
].map((provider) => ({ ...provider, makesModels: true }));
