/** What every runtime is given to do: each sample into each format, by the three calls. */
import {
  createStreamTranslator,
  dialectIds,
  translateError,
  translateReply,
  translateRequest,
} from '@parley/protocol';

const facts = { id: 'x7', now: () => 1_790_000_000_000 };

/**
 * @typedef {object} Sample
 * @property {import('@parley/protocol').DialectId} from
 * @property {string} kind `request`, `reply` or `stream`
 * @property {string} text
 */

/**
 * @param {readonly Sample[]} samples
 * @returns {Promise<readonly string[]>} the texts that callers and upstreams get
 */
export async function translateSamples(samples) {
  const texts = [];
  for (const sample of samples) {
    for (const to of dialectIds) texts.push(await translateSample(sample, to));
  }
  return texts;
}

/**
 * @param {Sample} sample
 * @param {import('@parley/protocol').DialectId} to
 */
async function translateSample({ from, kind, text }, to) {
  if (kind === 'request') return translateAsked(text, { from, to, model: 'any-model' });
  const options = { from, to, ...facts };
  if (kind === 'reply') return translateReply(text, options).json;
  const { body } = new Response(text);
  return body === null
    ? ''
    : new Response(body.pipeThrough(createStreamTranslator(options))).text();
}

/**
 * @param {string} text
 * @param {import('@parley/protocol').RequestTranslationOptions} options
 */
function translateAsked(text, options) {
  try {
    return translateRequest(text, options).json;
  } catch (thrown) {
    return translateError(thrown, { to: options.from, id: facts.id }).json;
  }
}
