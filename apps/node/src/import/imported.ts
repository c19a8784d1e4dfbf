/** The parts of an imported configuration; importers create them, and the draft collects them. */
import type { Reference, Service } from './service.ts';

/** A secret of the source: the variable that it names, or the secret itself, which is never written. */
export type Secret = Reference | { readonly literal: string };

/** A service of the source. The same service is one upstream. */
export interface UpstreamWish {
  /** The name is made from it. */
  readonly name: string;
  readonly service: Service;
  readonly credential?: Secret | undefined;
  readonly headers?: Readonly<Record<string, Secret>> | undefined;
  /** A URL. */
  readonly proxy?: Secret | undefined;
  /** In seconds. */
  readonly totalTimeout?: number | undefined;
}

export interface ImportedTarget {
  readonly upstream: string;
  readonly model: string;
  readonly priority: number;
  /** Any number; the weights of a call name become whole numbers in proportion. */
  readonly weight: number;
}

/** A call name, as its source describes it. */
export interface ImportedModel {
  readonly targets: readonly ImportedTarget[];
  readonly maxInputTokens?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly acceptsImages?: boolean | undefined;
}

/** Dollars per million tokens, by the names of the configuration. */
export type PriceTerms = Readonly<Record<string, unknown>>;

export interface ImportedPrice {
  readonly upstream: string;
  readonly model: string;
  readonly terms: PriceTerms;
}

/** An upstream with its own provider and base URL, before its secrets have names. */
export interface UpstreamEntry extends Omit<UpstreamWish, 'name' | 'service'> {
  readonly provider: string;
  readonly baseUrl?: string | Secret | undefined;
  readonly models: Set<string>;
}
