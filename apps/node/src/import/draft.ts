/** Collects what an importer has read, and becomes a `parley.yaml`; secrets become variables. */
import { escapeVariables, nameVariables } from './secrets.ts';
import type {
  ImportedModel,
  ImportedPrice,
  PriceTerms,
  Secret,
  UpstreamEntry,
  UpstreamWish,
} from './imported.ts';
import { describeService, usualVariable } from './service.ts';
import type { ImportNote, Path } from './source-object.ts';

export interface ImportDraft {
  /** Adds a service, and its model if it is listed. Returns its name; undefined, with a note, for no URL. */
  addUpstream(wish: UpstreamWish, place: Path): string | undefined;
  /** Lists a model of an upstream; `*` stands for all, of which the upstream is asked for a list. */
  listModel(upstream: string, model: string): void;
  /** Sets a call name; one without targets is left out. */
  setModel(callName: string, model: ImportedModel, place: Path): void;
  readonly models: ReadonlyMap<string, ImportedModel>;
  setGroup(name: string, group: Readonly<Record<string, unknown>>): void;
  addPrice(price: ImportedPrice, place: Path): void;
  note(place: Path, message: string): void;
  /** The configuration and the variables in it. */
  finish(): DraftResult;
}

/** The converted configuration. */
export interface DraftResult {
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly variables: readonly string[];
}

/** Creates an empty draft. @param notes gets what the draft cannot import */
export function createDraft(notes: ImportNote[]): ImportDraft {
  const upstreams = new Map<string, UpstreamEntry>();
  const namesByWish = new Map<string, string>();
  const models = new Map<string, ImportedModel>();
  const groups = new Map<string, Readonly<Record<string, unknown>>>();
  const prices = new Map<string, PriceTerms>();
  const note = (path: Path, message: string) => notes.push({ path, message });
  return {
    note,
    addUpstream(wish, place) {
      const id = JSON.stringify(wish);
      const known = namesByWish.get(id);
      if (known !== undefined) return known;
      const { name: wished, service, ...rest } = wish;
      const { provider, baseUrl } = describeService(service);
      if (typeof baseUrl === 'string' && !isHttpUrl(baseUrl)) {
        note(place, 'was not imported: it has no base URL that can be called.');
        return undefined;
      }
      const name = chooseName(wished, upstreams);
      namesByWish.set(id, name);
      const address = typeof baseUrl === 'string' ? hideSecret(baseUrl) : baseUrl;
      const credential = rest.credential ?? findUsualSecret(provider);
      upstreams.set(name, { ...rest, provider, baseUrl: address, credential, models: new Set() });
      return name;
    },
    listModel: (upstream, model) => upstreams.get(upstream)?.models.add(model),
    setModel(callName, model, place) {
      const message = refuseModel(callName, model);
      if (message === undefined) models.set(callName, model);
      else note(place, message);
    },
    models,
    setGroup: (name, group) => groups.set(name, group),
    addPrice({ upstream, model, terms }, place) {
      const match = `${upstream}/${model}`;
      const other = prices.get(match);
      if (other === undefined) prices.set(match, terms);
      else if (JSON.stringify(other) !== JSON.stringify(terms)) {
        note(place, 'has another price than the same model above, which was imported.');
      }
    },
    finish() {
      const used = [...upstreams].filter(([, { models: own }]) => own.size > 0);
      const { upstreams: written, variables } = nameVariables(new Map(used));
      const rest = {
        models: Object.fromEntries([...models].map(([name, model]) => [name, writeModel(model)])),
        groups: Object.fromEntries(groups),
        prices: [...prices].map(([match, terms]) => ({ match, ...terms })),
      };
      const filled = Object.entries(rest).filter(([, section]) => Object.keys(section).length > 0);
      const configuration = { upstreams: written, ...escapeAll(Object.fromEntries(filled)) };
      return { configuration, variables };
    },
  };
}

/** That of the vendor; a compatible server and a server of the operator have none. */
function findUsualSecret(provider: string): Secret | undefined {
  const variable = usualVariable(provider);
  return variable === undefined ? undefined : { variable };
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:\/\//.test(text);
}

/** A URL with a password or a query may contain a secret. */
function hideSecret(url: string): string | Secret {
  const { username, password, search } = new URL(url);
  return username + password + search === '' ? url : { literal: url };
}

function refuseModel(callName: string, { targets }: ImportedModel): string | undefined {
  if (!/^[^\p{C}]{1,256}$/u.test(callName)) return 'is not a name that a model can have.';
  return targets.length === 0 ? 'was not imported, because no target of it was.' : undefined;
}

/** The wished name as the name of an upstream, with a number if it is taken. */
function chooseName(wished: string, taken: ReadonlyMap<string, unknown>): string {
  const name =
    wished
      .toLowerCase()
      .replaceAll(/[^a-z0-9_.-]+/g, '-')
      .replace(/^[^a-z0-9]+/, '')
      .replace(/-$/, '') || 'upstream';
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name}-${String(number)}`)) number += 1;
  return `${name}-${String(number)}`;
}

function writeModel({ targets, maxInputTokens, maxOutputTokens, acceptsImages }: ImportedModel) {
  const priorities = [...new Set(targets.map(({ priority }) => priority))].sort((a, b) => a - b);
  const written = priorities.map((priority, step) => {
    const equals = targets.filter((target) => target.priority === priority);
    const weights = scaleWeights(equals.map(({ weight }) => weight));
    return equals.map(({ upstream, model }, index) => ({
      upstream,
      model,
      ...(step > 0 && { priority: step }),
      ...(weights[index] !== 1 && { weight: weights[index] }),
    }));
  });
  return {
    targets: written.flat(),
    ...(maxInputTokens !== undefined && { max_input_tokens: maxInputTokens }),
    ...(acceptsImages !== undefined && { accepts_images: acceptsImages }),
    ...(maxOutputTokens !== undefined && { profile: { max_output_tokens: maxOutputTokens } }),
  };
}

const largestWeight = 1_000;

/**
 * Weights as whole numbers from 1 to 1000 that are in proportion, as nearly as that range allows. A weight of 0
 * becomes the smallest.
 */
function scaleWeights(weights: readonly number[]): readonly number[] {
  const smallest = Math.min(...weights.filter((weight) => weight > 0));
  const largest = Math.max(...weights);
  const ratio = largest / smallest;
  for (let factor = 1; ratio * factor <= largestWeight; factor += 1) {
    const scaled = weights.map((weight) => (weight / smallest) * factor);
    if (scaled.every((weight) => Math.abs(weight - Math.round(weight)) < 1e-9)) {
      return scaled.map(atLeastOne);
    }
  }
  return weights.map((weight) => atLeastOne((weight / largest) * largestWeight));
}

function atLeastOne(weight: number): number {
  return Math.max(1, Math.round(weight)) || 1;
}

function escapeAll(section: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return JSON.parse(escapeVariables(JSON.stringify(section))) as Record<string, unknown>;
}
