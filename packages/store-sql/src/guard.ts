import type { Gate } from './gate.ts';

type Verbs = Readonly<Record<string, (...parameters: never[]) => Promise<unknown>>>;

/** Lets every verb of a store through its gate only. */
export function guard<Guarded extends object>(gate: Gate, verbs: Guarded): Guarded {
  const guarded = Object.entries(verbs as Verbs).map(([name, verb]) => [
    name,
    (...parameters: never[]) => gate.run(() => verb(...parameters)),
  ]);
  return Object.fromEntries(guarded) as Guarded;
}
