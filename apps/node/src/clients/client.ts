/** What a client is told of the gateway. */
export interface Connection {
  /** Base address without `/v1`. */
  readonly url: string;
  readonly key: string;
  /** The call name it should use, where one was chosen. */
  readonly model?: string;
  /** Every call name that the key may use, for clients that must be told. */
  readonly models?: readonly string[];
}

/** How a client is set up without touching its own configuration. */
export interface Setup {
  /** Variables it reads. */
  readonly environment: Readonly<Record<string, string>>;
  /** Variables that would stand in the way. */
  readonly removed?: readonly string[];
  /** Words before those of the person who runs it. */
  readonly arguments?: readonly string[];
  /**
   * A file of settings that only lives as long as the client runs, and the variable that names it.
   */
  readonly settings?: {
    readonly name: string;
    readonly content: string;
    readonly variable: string;
  };
}

/** A program or a library that speaks one of our dialects. */
export interface Client {
  readonly name: string;
  readonly title: string;
  /** The program that `parley run` starts; a library has none. */
  readonly program?: string;
  /** Whether it must be told of every model that it may use. */
  readonly listsModels?: true;
  setUp(connection: Connection): Setup;
}
