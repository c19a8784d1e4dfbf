/** The provider data of vendors that host open models; listed in `providers.ts`. */
import type { Provider } from './provider.ts';
import { providerOf, providerWithResponses, type ProviderRow } from './row.ts';

// Facts from models.dev (read 2026-11-20, data of 2026-07-02): id, name, credential name, base URL. Messages
// base URLs are from public documentation, same day, where they serve every model.
const rows: readonly ProviderRow[] = [
  ['abliteration-ai', 'abliteration.ai', 'ABLIT_KEY', 'https://api.abliteration.ai/v1'],
  ['ambient', 'Ambient', 'AMBIENT_API_KEY', 'https://api.ambient.xyz/v1'],
  ['baseten', 'Baseten', 'BASETEN_API_KEY', 'https://inference.baseten.co/v1'],
  ['berget', 'Berget.AI', 'BERGET_API_KEY', 'https://api.berget.ai/v1'],
  ['cerebras', 'Cerebras', 'CEREBRAS_API_KEY', 'https://api.cerebras.ai/v1'],
  ['chutes', 'Chutes', 'CHUTES_API_KEY', 'https://llm.chutes.ai/v1'],
  ['clarifai', 'Clarifai', 'CLARIFAI_PAT', 'https://api.clarifai.com/v2/ext/openai/v1'],
  ['claudinio', 'Claudinio', 'CLAUDINIO_API_KEY', 'https://api.claudin.io/v1'],
  [
    'cloudferro-sherlock',
    'CloudFerro Sherlock',
    'CLOUDFERRO_SHERLOCK_API_KEY',
    'https://api-sherlock.cloudferro.com/openai/v1',
  ],
  ['crof', 'CrofAI', 'CROF_API_KEY', 'https://crof.ai/v1'],
  [
    'deepinfra',
    'Deep Infra',
    'DEEPINFRA_API_KEY',
    'https://api.deepinfra.com/v1/openai',
    'https://api.deepinfra.com/anthropic',
  ],
  ['dinference', 'DInference', 'DINFERENCE_API_KEY', 'https://api.dinference.com/v1'],
  ['drun', 'D.Run (China)', 'DRUN_API_KEY', 'https://chat.d.run/v1'],
  ['evroc', 'evroc', 'EVROC_API_KEY', 'https://models.think.evroc.com/v1'],
  ['friendli', 'Friendli', 'FRIENDLI_TOKEN', 'https://api.friendli.ai/serverless/v1'],
  ['frogbot', 'FrogBot', 'FROGBOT_API_KEY', 'https://app.frogbot.ai/api/v1'],
  ['gmicloud', 'GMI Cloud', 'GMICLOUD_API_KEY', 'https://api.gmi-serving.com/v1'],
  ['groq', 'Groq', 'GROQ_API_KEY', 'https://api.groq.com/openai/v1'],
  ['hpc-ai', 'HPC-AI', 'HPC_AI_API_KEY', 'https://api.hpc-ai.com/inference/v1'],
  ['iflowcn', 'iFlow', 'IFLOW_API_KEY', 'https://apis.iflow.cn/v1'],
  ['inceptron', 'Inceptron', 'INCEPTRON_API_KEY', 'https://api.inceptron.io/v1'],
  ['inference', 'Inference', 'INFERENCE_API_KEY', 'https://inference.net/v1'],
  ['io-net', 'IO.NET', 'IOINTELLIGENCE_API_KEY', 'https://api.intelligence.io.solutions/api/v1'],
  [
    'kuae-cloud-coding-plan',
    'KUAE Cloud Coding Plan',
    'KUAE_API_KEY',
    'https://coding-plan-endpoint.kuaecloud.net/v1',
  ],
  ['lilac', 'Lilac', 'LILAC_API_KEY', 'https://api.getlilac.com/v1'],
  ['meganova', 'Meganova', 'MEGANOVA_API_KEY', 'https://api.meganova.ai/v1'],
  ['mixlayer', 'Mixlayer', 'MIXLAYER_API_KEY', 'https://models.mixlayer.ai/v1'],
  ['moark', 'Moark', 'MOARK_API_KEY', 'https://moark.com/v1'],
  ['modelscope', 'ModelScope', 'MODELSCOPE_API_KEY', 'https://api-inference.modelscope.cn/v1'],
  ['nearai', 'NEAR AI Cloud', 'NEARAI_API_KEY', 'https://cloud-api.near.ai/v1'],
  ['nebius', 'Nebius Token Factory', 'NEBIUS_API_KEY', 'https://api.tokenfactory.nebius.com/v1'],
  ['neuralwatt', 'Neuralwatt', 'NEURALWATT_API_KEY', 'https://api.neuralwatt.com/v1'],
  ['novita-ai', 'NovitaAI', 'NOVITA_API_KEY', 'https://api.novita.ai/openai/v1'],
  ['nvidia', 'Nvidia', 'NVIDIA_API_KEY', 'https://integrate.api.nvidia.com/v1'],
  [
    'ovhcloud',
    'OVHcloud AI Endpoints',
    'OVHCLOUD_API_KEY',
    'https://oai.endpoints.kepler.ai.cloud.ovh.net/v1',
  ],
  ['regolo-ai', 'Regolo AI', 'REGOLO_API_KEY', 'https://api.regolo.ai/v1'],
  ['scaleway', 'Scaleway', 'SCALEWAY_API_KEY', 'https://api.scaleway.ai/v1'],
  ['siliconflow', 'SiliconFlow', 'SILICONFLOW_API_KEY', 'https://api.siliconflow.com/v1'],
  [
    'siliconflow-cn',
    'SiliconFlow (China)',
    'SILICONFLOW_CN_API_KEY',
    'https://api.siliconflow.cn/v1',
  ],
  [
    'stackit',
    'STACKIT',
    'STACKIT_API_KEY',
    'https://api.openai-compat.model-serving.eu01.onstackit.cloud/v1',
  ],
  ['subconscious', 'Subconscious', 'SUBCONSCIOUS_API_KEY', 'https://api.subconscious.dev/v1'],
  ['submodel', 'submodel', 'SUBMODEL_INSTAGEN_ACCESS_KEY', 'https://llm.submodel.ai/v1'],
  ['synthetic', 'Synthetic', 'SYNTHETIC_API_KEY', 'https://api.synthetic.new/openai/v1'],
  ['tinfoil', 'Tinfoil', 'TINFOIL_API_KEY', 'https://inference.tinfoil.sh/v1'],
  ['togetherai', 'Together AI', 'TOGETHER_API_KEY', 'https://api.together.ai/v1'],
  ['umans-ai', 'Umans AI', 'UMANS_AI_API_KEY', 'https://api.code.umans.ai/v1'],
  [
    'umans-ai-coding-plan',
    'Umans AI Coding Plan',
    'UMANS_AI_CODING_PLAN_API_KEY',
    'https://api.code.umans.ai/v1',
  ],
  ['venice', 'Venice AI', 'VENICE_API_KEY', 'https://api.venice.ai/api/v1'],
  ['vultr', 'Vultr', 'VULTR_API_KEY', 'https://api.vultrinference.com/v1'],
  ['wafer.ai', 'Wafer', 'WAFER_API_KEY', 'https://pass.wafer.ai/v1'],
  ['wandb', 'Weights & Biases', 'WANDB_API_KEY', 'https://api.inference.wandb.ai/v1'],
];

// Its documentation describes a Responses endpoint for its models, read 2026-11-20. Groq has one as well,
// which rejects fields that coding assistants always send; its chat endpoint serves them all.
const fireworks: ProviderRow = [
  'fireworks-ai',
  'Fireworks AI',
  'FIREWORKS_API_KEY',
  'https://api.fireworks.ai/inference/v1',
];

const digitalOcean: Provider = {
  id: 'digitalocean',
  name: 'DigitalOcean',
  credentialEnvironment: ['DIGITALOCEAN_ACCESS_TOKEN'],
  credentialIsGeneral: true,
  baseUrls: { 'openai-chat': 'https://inference.do-ai.run/v1' },
};

// `OLLAMA_BASE_URL` is for the local Ollama server, not for this service.
const ollamaCloud: Provider = {
  ...providerOf([
    'ollama-cloud',
    'Ollama Cloud',
    'OLLAMA_API_KEY',
    'https://ollama.com/v1',
    'https://ollama.com',
  ]),
  baseUrlEnvironment: { 'openai-chat': ['OLLAMA_CLOUD_BASE_URL'] },
};

/** Vendors that host open models of other vendors. */
export const hosts: readonly Provider[] = [
  ...rows.map(providerOf),
  providerWithResponses(fireworks),
  digitalOcean,
  ollamaCloud,
];
