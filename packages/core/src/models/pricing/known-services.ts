/** What the vendors' services cost beside the usual one, as factors of the price, from the pages of the vendors. */
import { findByBeginning } from './catalogue.ts';

/** The factor of the price for each service. */
export type ServiceTerms = Readonly<Record<string, number>>;

interface KnownServices {
  readonly services: ServiceTerms;
  /** Models for which a factor is another one, by the beginning of their names; the longest one counts. */
  readonly models?: Readonly<Record<string, ServiceTerms>>;
}

/** OpenAI has two names for one tier. */
const fast = (factor: number): ServiceTerms => ({ priority: factor, fast: factor });

/**
 * By the id of the provider, as of November 2026.
 * - OpenAI: openai.com/api-fast-mode, and the guides to fast mode, ultrafast mode and flex processing at
 *   developers.openai.com. Scale tier is paid for in advance.
 * - Anthropic: platform.claude.com, Pricing (fast mode, data residency). The priority tier is a commitment with a
 *   price of its own.
 * - Google: ai.google.dev, Optimization; priority inference costs 75 to 100 % more.
 * - OpenRouter: openrouter.ai, Service tiers; it charges what the vendor does.
 */
const known: Readonly<Record<string, KnownServices>> = {
  openai: {
    services: { ...fast(2), ultrafast: 6, flex: 0.5, scale: 1 },
    models: {
      'gpt-5.5': fast(2.5),
      'gpt-5-mini': fast(1.8),
      'gpt-4.1': fast(1.75),
      'gpt-4.1-nano': fast(2),
      'gpt-4o': fast(1.7),
      'gpt-4o-2024-05-13': fast(1.75),
      'gpt-4o-mini': fast(1.666_667),
    },
  },
  anthropic: { services: { fast: 2, us: 1.1, priority: 1 } },
  google: { services: { priority: 2, flex: 0.5 } },
  openrouter: {
    services: { priority: 2, flex: 0.5 },
    models: { 'openai/gpt-5.5': { priority: 2.5 } },
  },
};

const nothing: ServiceTerms = {};

/** What a provider charges for its services; nothing where that is not known. */
export function knownServices(provider: string, model: string): ServiceTerms {
  if (!Object.hasOwn(known, provider)) return nothing;
  const { services = nothing, models = {} } = known[provider] ?? {};
  return { ...services, ...findByBeginning(models, model) };
}

/** The most that a vendor charges for a service; none is below 1. It applies to prices that name no vendor. */
export const dearestServices: ServiceTerms = Object.values(known)
  .flatMap(({ services, models = {} }) => [services, ...Object.values(models)])
  .flatMap((services) => Object.entries(services))
  .reduce<Record<string, number>>((most, [name, factor]) => {
    return { ...most, [name]: Math.max(most[name] ?? 1, factor) };
  }, {});
