/** The one name of the Workers runtime that is imported; `durable-object-state.ts` has its parts. */
declare module 'cloudflare:workers' {
  /** The base of every class whose methods can be called from a Worker. */
  export abstract class DurableObject<Environment = unknown> {
    protected readonly env: Environment;
    constructor(ctx: unknown, env: Environment);
  }
}
