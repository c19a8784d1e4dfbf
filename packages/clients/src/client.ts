// The shape of what this package tells: a client, what it is told of the gateway, and how.

/** A wire format of the gateway, by the name it has there. */
export type Dialect = 'openai-chat' | 'anthropic-messages' | 'gemini-generate' | 'openai-responses';

/** What a client is told of the gateway. All texts are well-formed Unicode. */
export interface Connection {
  /** Base address without a final slash and without `/v1`. */
  readonly url: string;
  readonly key: string;
  /** The call name it should use, where one was chosen. */
  readonly model?: string;
  /** Every call name that the key may use, for clients that must be told. */
  readonly models?: readonly string[];
}

/** A connection of which everything is known, as a page of settings needs it. */
export type FullConnection = Required<Connection>;

/** How a block of code or settings is highlighted. */
export type Language =
  'sh' | 'fish' | 'powershell' | 'cmd' | 'toml' | 'json' | 'yaml' | 'ts' | 'python' | 'go' | 'text';

/** The same step for another shell. */
export interface Variant {
  /** What a tab says, such as `PowerShell`. */
  readonly title: string;
  readonly language: Language;
  readonly code: string;
}

/** One thing to do, with the text to copy for it. */
export interface Step {
  /** What to do, in a few words. */
  readonly title: string;
  readonly language: Language;
  /** Ready to copy; where `language` is `text`, what goes into the fields of a dialogue, line by line. */
  readonly code: string;
  /** The path where the code belongs; absent where it is typed into a terminal or a dialogue. */
  readonly file?: string;
  /** Whether `code` is an address that opens the client, such as `ccswitch://…`. */
  readonly isLink?: true;
  /** What the client cannot do, or what has to be known beforehand; plain sentences. */
  readonly note?: string;
  /** Where environment variables are set: the step for every shell, the first being `code`. */
  readonly variants?: readonly Variant[];
}

/** A program or a library that speaks one of the gateway's formats, with what it has to be told. */
export interface Client {
  /** Such as `claude`; the word that `parley env` and `parley run` take where they know the client. */
  readonly id: string;
  /** Its name as its maker writes it. */
  readonly title: string;
  /** A library, a coding assistant, or an application with a dialogue for its settings. */
  readonly kind: 'sdk' | 'agent' | 'app';
  /** The formats it speaks with the gateway; the first is the one that the steps use. */
  readonly dialects: readonly Dialect[];
  /** Address of its maker's page about these settings. */
  readonly documentation: string;
  /** In the order in which they are done; the last are alternatives where their titles say so. */
  readonly steps: readonly Step[];
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

/** A client that variables point at the gateway, and words and settings where they do not suffice. */
export interface ConfigurableClient {
  readonly id: string;
  readonly title: string;
  /** The program to start; a library has none. */
  readonly program?: string;
  /** Whether it must be told of every model that it may use. */
  readonly listsModels?: true;
  setUp(connection: Connection): Setup;
}
