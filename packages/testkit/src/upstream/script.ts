/** The scripts of an upstream: a default behaviour and a queue of one-time behaviours. */
import type { Behaviour, Step } from '../behaviour.ts';
import type { ScriptedRequest } from './scripted-request.ts';

/** A behaviour, or a function that chooses one for a request. */
export type Script = Behaviour | ((request: ScriptedRequest) => Behaviour);

/** The scripts of an upstream: a default, and a queue of one-time scripts that are used first. */
export interface ScriptBook {
  setFallback(script: Script): void;
  setModels(script: Script): void;
  queue(scripts: readonly Script[]): void;
  /** Number of one-time scripts that are not used yet. */
  readonly queued: number;
  /** Returns the steps for a new connection when the next behaviour is an accept behaviour. */
  takeAccept(): readonly Step[] | undefined;
  choose(request: ScriptedRequest): Behaviour;
  /** Removes all one-time scripts. */
  clear(): void;
}

function acceptSteps(script: Script | undefined): readonly Step[] | undefined {
  return typeof script === 'object' && script.type === 'accept' ? script.steps : undefined;
}

export function createScriptBook(initial: {
  readonly fallback: Script;
  readonly models: Script;
}): ScriptBook {
  let fallback = initial.fallback;
  let models = initial.models;
  let queue: Script[] = [];

  function takeAccept(): readonly Step[] | undefined {
    const steps = acceptSteps(queue.length > 0 ? queue[0] : fallback);
    if (steps) queue.shift();
    return steps;
  }

  /** Requests for models must not use up what a test queued, because clients send them on their own. */
  function choose(request: ScriptedRequest): Behaviour {
    const listing = request.endpoint === 'models' && request.method === 'GET';
    const script = listing ? models : (queue.shift() ?? fallback);
    return typeof script === 'function' ? script(request) : script;
  }

  return {
    setFallback: (script) => void (fallback = script),
    setModels: (script) => void (models = script),
    queue: (scripts) => void queue.push(...scripts),
    takeAccept,
    choose,
    clear: () => void (queue = []),
    get queued() {
      return queue.length;
    },
  };
}
