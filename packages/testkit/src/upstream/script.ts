import type { Behaviour, Step } from '../behaviour.ts';
import type { ScriptedRequest } from './scripted-request.ts';

/** What to do: always the same, or decided by the request. */
export type Script = Behaviour | ((request: ScriptedRequest) => Behaviour);

/** The scripts of an upstream: a default, and a queue of one-shots before it. */
export interface ScriptBook {
  setFallback(script: Script): void;
  setModels(script: Script): void;
  queue(scripts: readonly Script[]): void;
  /** One-shots that nobody has asked for yet. */
  readonly queued: number;
  /** Steps for a new connection, when an accept behaviour is due. */
  takeAccept(): readonly Step[] | undefined;
  choose(request: ScriptedRequest): Behaviour;
  /** Forgets all one-shots. */
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

  /** Listing models is routine traffic that must not use up what a test queued. */
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
