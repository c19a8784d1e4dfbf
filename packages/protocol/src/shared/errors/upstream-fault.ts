// Recognizes errors of an upstream that neither the client nor a retry can change, for every dialect.
import type { UpstreamFault } from '../../canonical/error.ts';

/** What an upstream states about its error. */
export interface StatedError {
  /** 400 to 599. */
  readonly status: number;
  /** The codes and types in the body. */
  readonly words: readonly string[];
  /** Empty if it says nothing. */
  readonly text: string;
  /** Whether the body is an error of an API and not, for example, a page of a web server. */
  readonly isEnvelope: boolean;
}

/**
 * Finds what is wrong between the gateway and the upstream. `undefined` for everything that concerns the
 * request or the moment.
 */
export function findUpstreamFault(error: StatedError): UpstreamFault | undefined {
  if (isFullContext(error)) return 'context';
  if (isEmptyAccount(error)) return 'account';
  if (isMissingModel(error)) return 'model';
  return credentialStatuses.has(error.status) ? 'credential' : undefined;
}

/** Statuses about the gateway's own credential; the client's credential is never sent to an upstream. */
const credentialStatuses = new Set([401, 403, 407]);

/** What OpenRouter ("Errors and debugging") and xAI say with status 403 about the content of a request. */
const moderationText =
  /\brequires moderation\b|\b(?:input|prompt|request|content) was flagged\b|\bviolates usage guidelines\b/i;

/** True for a refusal of the content of a request, which has a status that is otherwise about the credential. */
export function isModerated({ status, text }: StatedError): boolean {
  return status === 403 && moderationText.test(text);
}

/** Codes of empty, closed or unpaid accounts: Anthropic, OpenAI, DeepSeek, Moonshot, Alibaba, Zhipu (Z.AI: "Errors"). */
const accountWords = new Set([
  'insufficient_quota',
  'exceeded_current_quota_error',
  'billing_error',
  'billing_not_active',
  'billing_hard_limit_reached',
  'insufficient_balance',
  'insufficient_credits',
  'account_deactivated',
  'payment_required',
  'Arrearage',
  '1110',
  '1111',
  '1112',
  '1113',
  '1121',
  '1309',
]);

const accountText =
  /credit balance is too low|insufficient (?:account )?(?:balance|funds|credits?)\b|\b(?:out of|no remaining|doesn't have any|exhausted (?:all|your)(?: available)?) credits|credits are depleted|billing hard limit|account (?:[\w.-]+ )?(?:is |has been )?(?:not active|deactivated|suspended|in arrears)|payment required/i;

function isEmptyAccount({ status, words, text }: StatedError): boolean {
  if (status === 402 || words.some((word) => accountWords.has(word))) return true;
  return status < 500 && accountText.test(text);
}

/** OpenAI, Azure (also for a model that is called in the wrong format), Groq, Mistral (`invalid_model`), Zhipu (1211). */
const modelWords = new Set([
  'model_not_found',
  'model_not_available',
  'model_decommissioned',
  'model_not_supported',
  'DeploymentNotFound',
  'deployment_not_found',
  'unknown_model',
  'api_not_supported',
  'OperationNotSupported',
  'invalid_model',
  '1211',
]);

const modelText =
  /is not a valid model\b|^model not exist|model identifier is invalid|with on-demand throughput isn|\bmodel [`'"]?[\w./:@-]+[`'"]? (?:does not exist|not found|is not found|has been (?:decommissioned|deprecated|retired)|does not support the '\/)/i;

/** What is said at a path that does not exist: by FastAPI (vLLM, SGLang), Anthropic, Azure and OpenAI. */
const pathText = /^(?:404 |resource )?not found\.?$|^invalid url \(/i;

/** A 404 that states nothing about the request comes from an address that is not that of an API. */
function isMissingModel({ status, words, text, isEnvelope }: StatedError): boolean {
  if (status >= 500 || words.includes('thread_not_found')) return false;
  if (words.some((word) => modelWords.has(word))) return true;
  if (status === 404) {
    const statesNothing = !isEnvelope || text === '' || pathText.test(text);
    return statesNothing || /\b(?:models?|deployment)\b/i.test(text);
  }
  return status === 400 && modelText.test(text);
}

/** Statuses with which vendors reject a conversation that is too long; llama.cpp also states 500. */
const contextStatuses = new Set([400, 413, 422, 500]);

/** OpenAI, Azure and OpenRouter (also as `error_type`), Anthropic, llama.cpp, Zhipu (Z.AI: "Errors"). */
const contextWords = new Set([
  'context_length_exceeded',
  'model_context_window_exceeded',
  'exceed_context_size_error',
  '1261',
]);

/**
 * What is said of it by Anthropic, Google, OpenAI, OpenRouter, Groq, Mistral, xAI, Moonshot, Alibaba, MiniMax, Z.AI, Cohere,
 * Deep Infra, Bedrock, vLLM (two wordings), SGLang (`managers/utils.py`), TGI (`validation.rs`), Ollama
 * (`llama_server.go`), llama.cpp and LM Studio (which differ by version).
 */
const contextText =
  /prompt (?:is )?too long|exceed(?:s|ed)? (?:the )?(?:model's )?(?:maximum |available |max )?context|exceeds the maximum number of tokens|(?:prompt|tokens\)|length \d+) exceeds (?:the )?max(?:imum)? (?:allowed |input )?length|maximum (?:context|prompt) length (?:is|of)|context (?:length|window|size) (?:(?:is |has been )?exceed|(?:is|of) only)|(?:long|great)er than the (?:model's )?context length|n_keep \(\d+\) >= n_ctx|too large for model with \d+ maximum context|reduce the length of the messages|exceeded model token limit|input is too long for|range of input length should be|`inputs` (?:tokens \+|must have less)|too many tokens: size limit/i;

function isFullContext({ status, words, text }: StatedError): boolean {
  if (!contextStatuses.has(status)) return false;
  return words.some((word) => contextWords.has(word)) || contextText.test(text);
}
