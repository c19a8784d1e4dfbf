/** The provider data of vendors that route to other vendors; listed in `providers.ts`. */
import type { Provider } from './provider.ts';
import { providerOf, providerWithResponses, type ProviderRow } from './row.ts';

// Facts from models.dev (read 2026-11-20, data of 2026-07-02): id, name, credential name, base URL. Messages
// base URLs are from public documentation, same day, where they serve every model.
const rows: readonly ProviderRow[] = [
  ['302ai', '302.AI', '302AI_API_KEY', 'https://api.302.ai/v1'],
  ['abacus', 'Abacus', 'ABACUS_API_KEY', 'https://routellm.abacus.ai/v1'],
  ['aihubmix', 'AIHubMix', 'AIHUBMIX_API_KEY', 'https://aihubmix.com/v1'],
  ['anyapi', 'AnyAPI', 'ANYAPI_API_KEY', 'https://api.anyapi.ai/v1'],
  ['auriko', 'Auriko', 'AURIKO_API_KEY', 'https://api.auriko.ai/v1'],
  ['cortecs', 'Cortecs', 'CORTECS_API_KEY', 'https://api.cortecs.ai/v1'],
  ['fastrouter', 'FastRouter', 'FASTROUTER_API_KEY', 'https://go.fastrouter.ai/api/v1'],
  ['helicone', 'Helicone', 'HELICONE_API_KEY', 'https://ai-gateway.helicone.ai/v1'],
  ['jiekou', 'Jiekou.AI', 'JIEKOU_API_KEY', 'https://api.jiekou.ai/openai'],
  ['kilo', 'Kilo Gateway', 'KILO_API_KEY', 'https://api.kilo.ai/api/gateway'],
  [
    'llmgateway',
    'LLM Gateway',
    'LLMGATEWAY_API_KEY',
    'https://api.llmgateway.io/v1',
    'https://api.llmgateway.io',
  ],
  ['llmtr', 'LLMTR', 'LLMTR_API_KEY', 'https://llmtr.com/v1'],
  ['nano-gpt', 'NanoGPT', 'NANO_GPT_API_KEY', 'https://nano-gpt.com/api/v1'],
  ['opencode', 'OpenCode Zen', 'OPENCODE_API_KEY', 'https://opencode.ai/zen/v1'],
  ['opencode-go', 'OpenCode Go', 'OPENCODE_API_KEY', 'https://opencode.ai/zen/go/v1'],
  ['orcarouter', 'OrcaRouter', 'ORCAROUTER_API_KEY', 'https://api.orcarouter.ai/v1'],
  ['poe', 'Poe', 'POE_API_KEY', 'https://api.poe.com/v1'],
  ['qihang-ai', 'QiHang', 'QIHANG_API_KEY', 'https://api.qhaigc.net/v1'],
  ['qiniu-ai', 'Qiniu', 'QINIU_API_KEY', 'https://api.qnaigc.com/v1'],
  ['requesty', 'Requesty', 'REQUESTY_API_KEY', 'https://router.requesty.ai/v1'],
  ['routing-run', 'routing.run', 'ROUTING_RUN_API_KEY', 'https://ai.routing.sh/v1'],
  ['the-grid-ai', 'The Grid AI', 'THEGRIDAI_API_KEY', 'https://api.thegrid.ai/v1'],
  ['vivgrid', 'Vivgrid', 'VIVGRID_API_KEY', 'https://api.vivgrid.com/v1'],
  ['xpersona', 'Xpersona', 'XPERSONA_API_KEY', 'https://www.xpersona.co/v1'],
  ['zeldoc', 'Zeldoc', 'ZELDOC_API_KEY', 'https://api.zeldoc.ai/v1'],
  [
    'zenmux',
    'ZenMux',
    'ZENMUX_API_KEY',
    'https://zenmux.ai/api/v1',
    'https://zenmux.ai/api/anthropic',
  ],
];

// Their documentation describes a Responses endpoint for all their models, read 2026-11-20.
const rowsWithResponses: readonly ProviderRow[] = [
  [
    'openrouter',
    'OpenRouter',
    'OPENROUTER_API_KEY',
    'https://openrouter.ai/api/v1',
    'https://openrouter.ai/api',
  ],
  [
    'vercel',
    'Vercel AI Gateway',
    'AI_GATEWAY_API_KEY',
    'https://ai-gateway.vercel.sh/v1',
    'https://ai-gateway.vercel.sh',
  ],
  ['huggingface', 'Hugging Face', 'HF_TOKEN', 'https://router.huggingface.co/v1'],
];

const githubModels: Provider = {
  id: 'github-models',
  name: 'GitHub Models',
  credentialEnvironment: ['GITHUB_TOKEN'],
  credentialIsGeneral: true,
  baseUrls: { 'openai-chat': 'https://models.github.ai/inference' },
};

/** Vendors that forward requests to the models of other vendors. */
export const routers: readonly Provider[] = [
  ...rowsWithResponses.map(providerWithResponses),
  ...rows.map(providerOf),
  githubModels,
];
