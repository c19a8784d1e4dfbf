/** The types of this package: clients, connections and setup steps. */

/** A wire format, by its name in the gateway. */
export type Dialect = 'openai-chat' | 'anthropic-messages' | 'gemini-generate' | 'openai-responses';

/** What a client needs to use the gateway. All texts are well-formed Unicode. */
export interface Connection {
  /** Base URL without a final slash and without `/v1`. */
  readonly url: string;
  readonly key: string;
  /** The call name that the client should use, if one was chosen. */
  readonly model?: string;
  /** Every call name that the key may use, for clients that cannot list them. */
  readonly models?: readonly string[];
  /** What is known of these models, by call name. */
  readonly facts?: ReadonlyMap<string, ModelFacts>;
}

/** What a model accepts, as far as it is known. Clients guess it by the names that they know. */
export interface ModelFacts {
  /** The longest conversation, in tokens. A client shortens the conversation before it is reached. */
  readonly contextTokens?: number;
  /** The longest reply, in tokens. */
  readonly outputTokens?: number;
  /** Whether it accepts images. */
  readonly acceptsImages?: boolean;
}

/** A connection as a settings page needs it: all but the facts about models must be there. */
export type FullConnection = Required<Omit<Connection, 'facts'>> & Pick<Connection, 'facts'>;

/** The language of a block of code, for highlighting. */
export type Language =
  'sh' | 'fish' | 'powershell' | 'cmd' | 'toml' | 'json' | 'yaml' | 'ts' | 'python' | 'go' | 'text';

/** The same step for another shell. */
export interface Variant {
  /** The label of the tab, such as `PowerShell`. */
  readonly title: string;
  readonly language: Language;
  readonly code: string;
}

/** One thing to do, with the text to copy for it. */
export interface Step {
  /** What to do, in a few words. */
  readonly title: string;
  readonly language: Language;
  /** Ready to copy; where `language` is `text`, the content of the fields of a dialog, line by line. */
  readonly code: string;
  /** The path of the file with the code; absent when it belongs into a terminal or a dialog. */
  readonly file?: string;
  /** Whether `code` is a URL that opens the client, such as `ccswitch://…`. */
  readonly isLink?: true;
  /** Limits of the client, or conditions; plain sentences. */
  readonly note?: string;
  /** For environment variables: the step for every shell; the first equals `code`. */
  readonly variants?: readonly Variant[];
}

/** A program or library that uses one of the gateway's formats, with the steps to set it up. */
export interface Client {
  /** Such as `claude`; also the argument of `parley env` and `parley run`, if they support the client. */
  readonly id: string;
  /** Its name in the spelling of its vendor. */
  readonly title: string;
  /** A library, a coding assistant, or an application with a settings dialog. */
  readonly kind: 'sdk' | 'agent' | 'app';
  /** The formats it can use with the gateway; the steps use the first. */
  readonly dialects: readonly Dialect[];
  /** URL of the vendor's page about these settings. */
  readonly documentation: string;
  /** In order; the last ones are alternatives if their titles say so. */
  readonly steps: readonly Step[];
}

/** How a client is set up without changing its own configuration. */
export interface Setup {
  /** Environment variables to set. */
  readonly environment: Readonly<Record<string, string>>;
  /** Environment variables to remove, because they would take precedence. */
  readonly removed?: readonly string[];
  /** Arguments to put before those of the person who runs it. */
  readonly arguments?: readonly string[];
  /** A temporary settings file in JSON, and the variable that holds its path. */
  readonly settings?: {
    readonly name: string;
    readonly content: string;
    readonly variable: string;
    /**
     * For a client that reads its settings only from this folder of the home: the variable then holds the path
     * of another home. What the person keeps in the folder has to stay visible there, and the settings are
     * added to those of the person.
     */
    readonly home?: string;
  };
}

/** A client that `parley env` and `parley run` can set up by variables, arguments and settings. */
export interface ConfigurableClient {
  readonly id: string;
  readonly title: string;
  /** The program to start; a library has none. */
  readonly program?: string;
  /** Whether its settings must list every model that it may use. */
  readonly listsModels?: true;
  /** The variable of its model, for a client that starts only with one. */
  readonly modelVariable?: string;
  setUp(connection: Connection): Setup;
}
