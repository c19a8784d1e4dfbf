/** The only import from the Workers runtime; `durable-object-state.ts` has the types of its parts. */
declare module 'cloudflare:workers' {
  /** The base of every class whose methods a Worker can call. */
  export abstract class DurableObject<Environment = unknown> {
    protected readonly env: Environment;
    constructor(ctx: unknown, env: Environment);
  }
}
