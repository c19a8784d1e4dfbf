/** Generated from the OpenAPI document of the gateway; do not edit. */
export interface paths {
  '/v1/chat/completions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Answer a conversation in the format of chat completions, whole or as a stream */
    post: operations['chatCompletions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/embeddings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Turn texts into vectors */
    post: operations['embeddings'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/messages': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Answer a conversation in the format of messages, whole or as a stream */
    post: operations['messages'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/messages/count_tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Count the tokens of a messages request without answering it */
    post: operations['countTokens'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/responses': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Refuse a WebSocket, so that clients fall back to POST */
    get: operations['responseSocket'];
    put?: never;
    /** Answer a conversation in the format of Responses, whole or as a stream */
    post: operations['responses'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/responses/input_tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Count the tokens of a Responses request without answering it */
    post: operations['responseTokens'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/responses/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show an answer that was kept */
    get: operations['response'];
    put?: never;
    post?: never;
    /** Delete an answer that was kept */
    delete: operations['responseDeletion'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/responses/{id}/input_items': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the input of an answer that was kept */
    get: operations['responseItems'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/responses/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Refuse to cancel an answer, as none is made in the background */
    post: operations['responseCancel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1beta/models/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show one model that the key may call, for older clients of Google */
    get: operations['geminiModel'];
    put?: never;
    /** Answer, count or embed in the native format of Gemini; the action ends the path */
    post: operations['geminiBeta'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/models/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show one model that the key may call */
    get: operations['model'];
    put?: never;
    /** The same at the address that current clients of Google call */
    post: operations['gemini'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1beta/models': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the models that the key may call, for older clients of Google */
    get: operations['geminiModels'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/models': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the models that the key may call, in the shape that the client reads */
    get: operations['models'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Tell what the key has used and has left, or with request_id what one request cost */
    get: operations['usage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/healthz': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Tell that the process runs */
    get: operations['health'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/readyz': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Tell whether the gateway can do its work, and what keeps it from it */
    get: operations['readiness'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List accounts in the order of their ids */
    get: operations['listAccounts'];
    put?: never;
    /** Make an account */
    post: operations['createAccount'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/accounts/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show an account with its money */
    get: operations['getAccount'];
    put?: never;
    post?: never;
    /** Delete an account that owns no keys any more */
    delete: operations['deleteAccount'];
    options?: never;
    head?: never;
    /** Change an account */
    patch: operations['changeAccount'];
    trace?: never;
  };
  '/admin/v1/accounts/{id}/top-ups': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give an account money; the same id given twice counts once
     * @description An id of your own, such as the number of an invoice, makes it safe to send this again.
     */
    post: operations['createAccountTopUp'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/accounts/{id}/adjustments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Correct what an account was given */
    post: operations['createAccountAdjustment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List keys in the order of their ids */
    get: operations['listKeys'];
    put?: never;
    /** Make a key; its secret is shown only in this answer */
    post: operations['createKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/keys/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show a key with its limits and what it has used */
    get: operations['getKey'];
    put?: never;
    post?: never;
    /** Delete a key; what it did stays in the ledger */
    delete: operations['deleteKey'];
    options?: never;
    head?: never;
    /** Change a key, such as its limits, or disable it */
    patch: operations['changeKey'];
    trace?: never;
  };
  '/admin/v1/keys/{id}/rotations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give a key another secret, while the old one may work on for a time
     * @description With an overlap of 0 the old secret ends at once.
     */
    post: operations['createKeyRotation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/upstreams': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List every upstream, the file's first */
    get: operations['listUpstreams'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/upstreams/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show a upstream */
    get: operations['getUpstream'];
    /** Declare a upstream, or replace it */
    put: operations['saveUpstream'];
    post?: never;
    /** Delete a upstream that the file does not declare */
    delete: operations['deleteUpstream'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/models': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List every model, the file's first */
    get: operations['listModels'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/models/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show a model */
    get: operations['getModel'];
    /** Declare a model, or replace it */
    put: operations['saveModel'];
    post?: never;
    /** Delete a model that the file does not declare */
    delete: operations['deleteModel'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/groups': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List every group, the file's first */
    get: operations['listGroups'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/groups/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show a group */
    get: operations['getGroup'];
    /** Declare a group, or replace it */
    put: operations['saveGroup'];
    post?: never;
    /** Delete a group that the file does not declare */
    delete: operations['deleteGroup'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/prices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List every price, the file's first */
    get: operations['listPrices'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/prices/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show a price */
    get: operations['getPrice'];
    /** Declare a price, or replace it */
    put: operations['savePrice'];
    post?: never;
    /** Delete a price that the file does not declare */
    delete: operations['deletePrice'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/configuration': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show everything that is in force, and where it was said
     * @description Each value of the file, the environment, the store and the defaults, with the line or the variable that says it. Secrets are shown as ***.
     */
    get: operations['getConfiguration'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/call-names': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what a key or a group may call, with prices and targets
     * @description Bare names of the default group, and names of every group behind its fingerprint. Prices are those of the first target and hold the multiplier of the group.
     */
    get: operations['listCallNames'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/resolve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Tell what a key gets for a call name, and why
     * @description Nothing is called. The targets stand in the order in which a call would try them now, with the reason why each but the first comes later, or never.
     */
    get: operations['resolveName'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the tokens of this API */
    get: operations['listTokens'];
    put?: never;
    /** Make a token of this API; its secret is shown only in this answer */
    post: operations['createToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/tokens/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Take a token away */
    delete: operations['deleteToken'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/providers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the vendors and servers that an upstream may be */
    get: operations['listProviders'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List how upstreams do, as this process knows it
     * @description Of this process and since its start: other processes know their own calls only. An upstream rests after three failures in a row, five seconds at first and five minutes at most.
     */
    get: operations['listHealth'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/upstreams/{id}/tests': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask an upstream for its models, which costs nothing
     * @description Shows the credential to the upstream as a call would. The models that it tells are routed to from then on in this process, unless the configuration lists its models.
     */
    post: operations['createUpstreamTest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/upstreams/{id}/recoveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Let an upstream that rests be tried first again */
    post: operations['createUpstreamRecovery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/exchanges': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List exchanges, newest first */
    get: operations['listExchanges'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/exchanges/live': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Follow exchanges as they are settled
     * @description Begins with the event `ready`. Each event `exchanges` has the data `{"data":[…]}` with objects of the schema Exchange, the newest last, and each exchange comes once, whatever process settled it. An event `skipped` with the data `{"count":…}` tells that at least so many were left out. A comment comes after 15 seconds of silence. The stream ends after ten minutes; connect again then.
     */
    get: operations['followExchanges'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/exchanges/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show one exchange by its request id */
    get: operations['getExchange'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/exchanges/{id}/cost': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Explain the cost of an exchange
     * @description One line for each kind of tokens of each attempt: the count, the price of a million, and the product.
     */
    get: operations['getExchangeCost'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Sum up requests, tokens and money
     * @description Sums are made of steps of 15 minutes. What is not named in `by` is null.
     */
    get: operations['listUsage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/latency': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Measure how long exchanges took */
    get: operations['getLatency'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/ledger': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List movements of money, newest first */
    get: operations['listLedger'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/ledger/report': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Add all money up anew and compare it with every total */
    get: operations['getLedgerReport'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/ledger/quarantine': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Charge what was quarantined, where a price is known by now */
    post: operations['chargeQuarantine'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List what operators did, newest first */
    get: operations['listAudit'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/users': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the people who sign in with a provider of identities, in the order of their ids */
    get: operations['listUsers'];
    put?: never;
    /** Invite a person by e-mail address; nothing is sent */
    post: operations['createUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/users/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Delete a user, who comes back only when invited or on the list */
    delete: operations['deleteUser'];
    options?: never;
    head?: never;
    /** Change the role of a user, or disable or enable them; in force at once */
    patch: operations['changeUser'];
    trace?: never;
  };
  '/key/v1/key': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show the key with its limits and what it has used
     * @description A key that is disabled, expired or used up may still be looked at.
     */
    get: operations['getOwnKey'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/key/v1/call-names': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List what the key may call, with the prices that it pays */
    get: operations['listOwnCallNames'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/key/v1/resolve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Tell what a name leads to */
    get: operations['resolveOwnName'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/key/v1/usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Sum up what the key has used */
    get: operations['listOwnUsage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/key/v1/latency': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Measure how long the exchanges of the key took */
    get: operations['getOwnLatency'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/key/v1/exchanges': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the exchanges of the key, newest first */
    get: operations['listOwnExchanges'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/key/v1/exchanges/live': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Follow the exchanges of the key as they are settled
     * @description The same events as those of the admin API, with objects of the schema OwnExchange.
     */
    get: operations['followOwnExchanges'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/key/v1/exchanges/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show one exchange of the key by its request id */
    get: operations['getOwnExchange'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/key/v1/exchanges/{id}/cost': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Explain what an exchange cost the key */
    get: operations['getOwnExchangeCost'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/key/v1/rotations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give the key another secret, where its operator allows that
     * @description Refused unless the default group of the key has holders_may_rotate, and for a secret that was replaced already.
     */
    post: operations['createOwnRotation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Describe everything that Parley serves */
    get: operations['getDescription'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    Account: {
      /** @constant */
      object: 'account';
      id: string;
      name: string;
      models: string[] | null;
      prepaid: boolean;
      disabled: boolean;
      created_at: string;
      /** @description In dollars: granted = spent + reserved + free. */
      granted: string;
      spent: string;
      reserved: string;
      free: string;
    };
    LedgerEntry: {
      /** @constant */
      object: 'ledger.entry';
      id: string;
      /** @enum {string} */
      kind: 'top-up' | 'adjustment' | 'charge';
      at: string;
      account_id: string;
      /** @description In dollars: granted, or charged. */
      amount: string;
      key_id: string | null;
      request_id: string | null;
      attempt: number | null;
      upstream: string | null;
      upstream_model: string | null;
      tokens: {
        input: number;
        cache_read: number;
        cache_write_5m: number;
        cache_write_1h: number;
        output: number;
        reasoning: number;
        estimated: boolean;
      } | null;
      /** @description By the price list, without the multiplier. */
      list_amount: string | null;
      pricing: ('priced' | 'free' | 'quarantined') | null;
      note: string | null;
    };
    Key: {
      /** @constant */
      object: 'key';
      id: string;
      /** @description Its beginning and its end, as a person knows it. */
      display: string;
      name: string;
      account_id: string;
      groups: string[];
      models: string[] | null;
      limits: {
        quota: {
          amount: string | null;
          tokens: number | null;
          /** @enum {string} */
          reset: 'none' | 'day' | 'week' | 'month';
        } | null;
        windows: {
          [key: string]: string;
        };
        requests_per_minute: number | null;
        tokens_per_minute: number | null;
        concurrency: number | null;
      };
      allowed_from: string[] | null;
      denied_from: string[] | null;
      created_at: string;
      expires_at: string | null;
      last_used_at: string | null;
      disabled: boolean;
      /** @enum {string} */
      status: 'active' | 'disabled' | 'expired' | 'quota_exhausted';
      usage: {
        /** @description In dollars, since it was made. */
        spent: string;
        tokens: number;
        requests: number;
        reserved: string;
        running: number;
        quota: {
          spent: string;
          tokens: number;
          started_at: string | null;
        };
        windows: {
          [key: string]: {
            spent: string;
            started_at: string;
          };
        };
      };
    };
    CreatedKey: {
      /** @constant */
      object: 'key';
      id: string;
      /** @description Its beginning and its end, as a person knows it. */
      display: string;
      name: string;
      account_id: string;
      groups: string[];
      models: string[] | null;
      limits: {
        quota: {
          amount: string | null;
          tokens: number | null;
          /** @enum {string} */
          reset: 'none' | 'day' | 'week' | 'month';
        } | null;
        windows: {
          [key: string]: string;
        };
        requests_per_minute: number | null;
        tokens_per_minute: number | null;
        concurrency: number | null;
      };
      allowed_from: string[] | null;
      denied_from: string[] | null;
      created_at: string;
      expires_at: string | null;
      last_used_at: string | null;
      disabled: boolean;
      /** @enum {string} */
      status: 'active' | 'disabled' | 'expired' | 'quota_exhausted';
      usage: {
        /** @description In dollars, since it was made. */
        spent: string;
        tokens: number;
        requests: number;
        reserved: string;
        running: number;
        quota: {
          spent: string;
          tokens: number;
          started_at: string | null;
        };
        windows: {
          [key: string]: {
            spent: string;
            started_at: string;
          };
        };
      };
      /** @description Shown only this once. */
      secret: string;
    };
    Entity: {
      /** @enum {string} */
      object: 'upstream' | 'model' | 'group' | 'price';
      name: string;
      /**
       * @description What the file declares is only read here.
       * @enum {string}
       */
      managed: 'file' | 'store';
      updated_at: string | null;
      /** @description In the form of the file. */
      configuration: {
        [key: string]: unknown;
      };
      /** @description Of an upstream; never the secret. */
      credential: ('set' | 'none') | null;
    };
    Configuration: {
      /** @constant */
      object: 'configuration';
      /** @description The file, or the variable that holds its text; null when there is neither. */
      source: string | null;
      /** @description Every value in force. */
      parts: {
        /** @description Such as upstreams.openai.base_url. */
        path: string;
        /** @description Without secrets: *** stands for each. */
        value: unknown;
        /** @enum {string} */
        from: 'file' | 'environment' | 'store' | 'default';
        /** @description Where exactly: a line of the file, or a variable of the environment. */
        detail: string | null;
      }[];
      /** @description What holds beside the configuration: version, runtime, store, limits. */
      facts: {
        name: string;
        value: string;
      }[];
    };
    CallName: {
      /** @constant */
      object: 'call_name';
      /** @description What a caller writes in `model`. */
      name: string;
      /** @description The call name that runs, without the fingerprint. */
      model: string;
      /** @description The group that serves it. */
      group: string;
      /** @description Of the group, where the name begins with it. */
      fingerprint: string | null;
      display_name: string;
      owned_by: string;
      max_input_tokens: number | null;
      max_output_tokens: number | null;
      /** @description Of the first target; null when it is free or unknown. */
      price: {
        input: string;
        output: string;
        cache_read: string;
        /** @description To a cache of five minutes. */
        cache_write: string;
        reasoning: string;
        /** @description What the whole call costs when its prompt has more tokens than this. */
        tiers: {
          above: number;
          input: string;
          output: string;
          cache_read: string;
          /** @description To a cache of five minutes. */
          cache_write: string;
          reasoning: string;
        }[];
        /** @description Of the group; the prices hold it already. */
        multiplier: number;
      } | null;
      price_source: string | null;
      /** @description Whether another target costs something else. */
      price_varies: boolean;
      free: boolean;
      /** @description By priority. */
      targets: {
        upstream: string;
        model: string;
        priority: number;
        /** @enum {string} */
        state: 'ready' | 'resting' | 'untried';
      }[];
    };
    Resolution: {
      /** @constant */
      object: 'resolution';
      model: string;
      found: boolean;
      /** @description Why nothing is found, in one sentence. */
      reason: string | null;
      /** @description What runs. */
      call_name: string | null;
      group: string | null;
      /** @description In the order in which they would be tried. */
      targets: {
        upstream: string;
        model: string;
        priority: number;
        /**
         * @description The format in which it would be asked.
         * @enum {string}
         */
        outbound: 'openai-chat' | 'anthropic-messages' | 'gemini-generate' | 'openai-responses';
        /** @enum {string} */
        state: 'ready' | 'resting' | 'untried';
        /** @description From 1; null when it would not be tried at all. */
        order: number | null;
        /** @description Why it would not be tried first. */
        skipped: string | null;
      }[];
      effort: string | null;
      /** @description Every look-up, in order. */
      steps: string[];
    };
    AdminToken: {
      /** @constant */
      object: 'admin_token';
      id: string;
      name: string;
      /** @enum {string} */
      role: 'admin' | 'viewer';
      display: string;
      created_at: string;
    };
    CreatedAdminToken: {
      /** @constant */
      object: 'admin_token';
      id: string;
      name: string;
      /** @enum {string} */
      role: 'admin' | 'viewer';
      display: string;
      created_at: string;
      /** @description Shown only this once. */
      secret: string;
    };
    Provider: {
      /** @constant */
      object: 'provider';
      /** @description What an upstream says in `provider`. */
      id: string;
      name: string;
      /** @description By format, the preferred one first; empty where an upstream needs a `base_url`. */
      base_urls: {
        [key: string]: string;
      };
      /** @description The format of a plain `base_url`. */
      dialect:
        ('openai-chat' | 'anthropic-messages' | 'gemini-generate' | 'openai-responses') | null;
      /** @description Environment variables that may hold the credential, the first one first. */
      variables: string[];
      /** @description Environment variables that may hold another address. */
      base_url_variables: string[];
      /** @enum {string} */
      credential: 'required' | 'optional' | 'none';
      /** @description Whether people run it on their own machines. */
      local: boolean;
      /** @description Whether an upstream of this provider is configured. */
      in_use: boolean;
    };
    UpstreamHealth: {
      /** @constant */
      object: 'upstream.health';
      upstream: string;
      provider: string;
      /**
       * @description resting: called only as a last resort; untried: not called yet.
       * @enum {string}
       */
      state: 'ready' | 'resting' | 'untried';
      /** @description In a row. */
      failures: number;
      resting_until: string | null;
      last_success_at: string | null;
      last_failure: {
        at: string;
        code: string;
        reason: string | null;
        /** @description At most 500 characters, without secrets. */
        message: string;
        /** @description That of the upstream, where it gave one. */
        status: number | null;
      } | null;
      /** @description How many models it has; null while that is not known. */
      models: number | null;
      /** @enum {string} */
      credential: 'set' | 'none';
    };
    UpstreamTest: {
      /** @constant */
      object: 'upstream.test';
      upstream: string;
      /** @description Whether it gave its list of models. */
      ok: boolean;
      duration_ms: number;
      status: number | null;
      error_code: string | null;
      /** @description What went wrong, without secrets. */
      message: string | null;
      models: string[] | null;
    };
    Exchange: {
      /** @constant */
      object: 'exchange';
      /** @description The request id that its caller got. */
      id: string;
      key_id: string;
      /** @description Of a deleted key too; null when it is not known. */
      key_name: string | null;
      account_id: string;
      group: string;
      endpoint: string;
      /** @description The dialect of the caller. */
      inbound: string;
      outbound: string | null;
      model: string;
      upstream: string | null;
      upstream_model: string | null;
      stream: boolean;
      /** @enum {string} */
      outcome: 'completed' | 'failed' | 'canceled';
      status: number;
      error_code: string | null;
      error_reason: string | null;
      /** @description What its caller was told, cut at 500. */
      error_message: string | null;
      attempts: number;
      /** @description Each attempt; none in records of versions that did not keep them. */
      attempt_records: {
        /** @description From 1, in the order in which they were made. */
        number: number;
        upstream: string;
        upstream_model: string;
        /** @description The dialect of the upstream. */
        outbound: string;
        /** @description The HTTP status of the upstream; null without an answer. */
        status: number | null;
        error_code: string | null;
        reason: string | null;
        /** @description At most 500 characters, without secrets. */
        message: string | null;
        /** @description Milliseconds from the start of the exchange. */
        started_ms: number;
        first_byte_ms: number | null;
        /** @description Milliseconds from the start of the exchange. */
        ended_ms: number;
        /** @description Null when there was nothing to be paid for. */
        tokens: {
          input: number;
          cache_read: number;
          cache_write_5m: number;
          cache_write_1h: number;
          output: number;
          reasoning: number;
          estimated: boolean;
        } | null;
        list_amount: string;
        amount: string;
        pricing: ('priced' | 'free' | 'quarantined') | null;
      }[];
      /** @description Null when nobody reported any. */
      tokens: {
        input: number;
        cache_read: number;
        cache_write_5m: number;
        cache_write_1h: number;
        output: number;
        reasoning: number;
        estimated: boolean;
      } | null;
      list_amount: string;
      /** @description In dollars: what was charged. */
      amount: string;
      /** @enum {string} */
      pricing: 'priced' | 'free' | 'quarantined';
      /** @enum {string} */
      fidelity: 'exact' | 'adapted' | 'lossy';
      notes: {
        path: string;
        action: string;
        reason: string;
      }[];
      started_at: string;
      /** @description From the start until the key was known. */
      authenticated_ms: number | null;
      /** @description From the start until its quota was held. */
      admitted_ms: number | null;
      first_byte_ms: number | null;
      duration_ms: number;
    };
    Explanation: {
      /** @constant */
      object: 'exchange.explanation';
      exchange: components['schemas']['Exchange'];
      attempts: {
        entry: components['schemas']['LedgerEntry'];
        lines: string[];
      }[];
    };
    UsageSum: {
      /** @constant */
      object: 'usage.sum';
      /** @description Where the step, the day or the hour begins. */
      time: string | null;
      account_id: string | null;
      key_id: string | null;
      /** @description Where `by` holds `key`. */
      key_name: string | null;
      group: string | null;
      model: string | null;
      upstream: string | null;
      upstream_model: string | null;
      requests: number;
      failures: number;
      /** @description The whole prompt, caches included. */
      input_tokens: number;
      cache_read_tokens: number;
      cache_write_tokens: number;
      /** @description The whole answer, reasoning included. */
      output_tokens: number;
      reasoning_tokens: number;
      list_amount: string;
      amount: string;
      average_duration_ms: number;
    };
    Latency: {
      /** @constant */
      object: 'latency';
      /** @description All that fit, whatever became of them. */
      requests: number;
      /** @description From start to first byte; null when no answer had one. */
      first_byte: {
        p50: number;
        p95: number;
      } | null;
      /** @description Of completed exchanges; null when there are none. */
      duration: {
        p50: number;
        p95: number;
      } | null;
    };
    LedgerReport: {
      /** @constant */
      object: 'ledger.report';
      /** @description Whether every total is the sum of its rows. */
      balanced: boolean;
      accounts: number;
      keys: number;
      entries: number;
      open_reservations: number;
      expired_reservations: number;
      quarantined_charges: number;
      granted: string;
      spent: string;
      reserved: string;
      faults: {
        subject: string;
        id: string;
        total: string;
        stated: number;
        counted: number;
      }[];
    };
    QuarantineReport: {
      /** @constant */
      object: 'quarantine.report';
      /** @description Attempts that have a price by now. */
      charged: number;
      /** @description In dollars: what they were charged. */
      amount: string;
      /** @description Attempts that still wait. */
      left: number;
    };
    AuditEntry: {
      /** @constant */
      object: 'audit.entry';
      id: string;
      at: string;
      actor: string;
      action: string;
      subject_kind: string;
      subject_id: string;
      detail: unknown;
    };
    User: {
      /** @constant */
      object: 'user';
      id: string;
      email: string;
      name: string | null;
      /**
       * @description A viewer only reads.
       * @enum {string}
       */
      role: 'admin' | 'viewer';
      disabled: boolean;
      created_at: string;
      last_signed_in_at: string | null;
    };
    OwnKey: {
      /** @constant */
      object: 'key';
      id: string;
      /** @description Its beginning and its end, as a person knows it. */
      display: string;
      name: string;
      account_id: string;
      groups: string[];
      models: string[] | null;
      limits: {
        quota: {
          amount: string | null;
          tokens: number | null;
          /** @enum {string} */
          reset: 'none' | 'day' | 'week' | 'month';
        } | null;
        windows: {
          [key: string]: string;
        };
        requests_per_minute: number | null;
        tokens_per_minute: number | null;
        concurrency: number | null;
      };
      allowed_from: string[] | null;
      denied_from: string[] | null;
      created_at: string;
      expires_at: string | null;
      last_used_at: string | null;
      disabled: boolean;
      /** @enum {string} */
      status: 'active' | 'disabled' | 'expired' | 'quota_exhausted';
      usage: {
        /** @description In dollars, since it was made. */
        spent: string;
        tokens: number;
        requests: number;
        reserved: string;
        running: number;
        quota: {
          spent: string;
          tokens: number;
          started_at: string | null;
        };
        windows: {
          [key: string]: {
            spent: string;
            started_at: string;
          };
        };
      };
      /** @description Whether its holder may give it another secret. */
      may_rotate: boolean;
    };
    OwnCallName: {
      /** @constant */
      object: 'call_name';
      /** @description What a caller writes in `model`. */
      name: string;
      /** @description The call name that runs, without the fingerprint. */
      model: string;
      /** @description The group that serves it. */
      group: string;
      /** @description Of the group, where the name begins with it. */
      fingerprint: string | null;
      display_name: string;
      owned_by: string;
      max_input_tokens: number | null;
      max_output_tokens: number | null;
      price: {
        input: string;
        output: string;
        cache_read: string;
        /** @description To a cache of five minutes. */
        cache_write: string;
        reasoning: string;
        /** @description What the whole call costs when its prompt has more tokens than this. */
        tiers: {
          above: number;
          input: string;
          output: string;
          cache_read: string;
          /** @description To a cache of five minutes. */
          cache_write: string;
          reasoning: string;
        }[];
        /** @description Not told to holders of keys. */
        multiplier: null;
      } | null;
      /** @description Not told to holders of keys. */
      price_source: null;
      /** @description Whether another target costs something else. */
      price_varies: boolean;
      free: boolean;
      /** @description Not told to holders of keys. */
      targets: null;
    };
    OwnResolution: {
      /** @constant */
      object: 'resolution';
      model: string;
      found: boolean;
      /** @description Why nothing is found, in one sentence. */
      reason: string | null;
      /** @description What runs. */
      call_name: string | null;
      group: string | null;
      /** @description Not told to holders of keys. */
      targets: null;
      effort: string | null;
      /** @description Not told to holders of keys. */
      steps: null;
    };
    OwnUsageSum: {
      /** @constant */
      object: 'usage.sum';
      /** @description Where the step, the day or the hour begins. */
      time: string | null;
      account_id: string | null;
      key_id: string | null;
      /** @description Where `by` holds `key`. */
      key_name: string | null;
      group: string | null;
      model: string | null;
      /** @description Not told to holders of keys. */
      upstream: null;
      /** @description Not told to holders of keys. */
      upstream_model: null;
      requests: number;
      failures: number;
      /** @description The whole prompt, caches included. */
      input_tokens: number;
      cache_read_tokens: number;
      cache_write_tokens: number;
      /** @description The whole answer, reasoning included. */
      output_tokens: number;
      reasoning_tokens: number;
      /** @description Not told to holders of keys. */
      list_amount: null;
      amount: string;
      average_duration_ms: number;
    };
    OwnExchange: {
      /** @constant */
      object: 'exchange';
      /** @description The request id that its caller got. */
      id: string;
      key_id: string;
      /** @description Of a deleted key too; null when it is not known. */
      key_name: string | null;
      account_id: string;
      group: string;
      endpoint: string;
      /** @description The dialect of the caller. */
      inbound: string;
      /** @description Not told to holders of keys. */
      outbound: null;
      model: string;
      /** @description Not told to holders of keys. */
      upstream: null;
      /** @description Not told to holders of keys. */
      upstream_model: null;
      stream: boolean;
      /** @enum {string} */
      outcome: 'completed' | 'failed' | 'canceled';
      status: number;
      error_code: string | null;
      error_reason: string | null;
      /** @description What its caller was told, cut at 500. */
      error_message: string | null;
      attempts: number;
      attempt_records: {
        /** @description From 1, in the order in which they were made. */
        number: number;
        /** @description Not told to holders of keys. */
        upstream: null;
        /** @description Not told to holders of keys. */
        upstream_model: null;
        /** @description Not told to holders of keys. */
        outbound: null;
        /** @description The HTTP status of the upstream; null without an answer. */
        status: number | null;
        error_code: string | null;
        reason: string | null;
        /** @description Not told to holders of keys. */
        message: null;
        /** @description Milliseconds from the start of the exchange. */
        started_ms: number;
        first_byte_ms: number | null;
        /** @description Milliseconds from the start of the exchange. */
        ended_ms: number;
        /** @description Null when there was nothing to be paid for. */
        tokens: {
          input: number;
          cache_read: number;
          cache_write_5m: number;
          cache_write_1h: number;
          output: number;
          reasoning: number;
          estimated: boolean;
        } | null;
        /** @description Not told to holders of keys. */
        list_amount: null;
        amount: string;
        pricing: ('priced' | 'free' | 'quarantined') | null;
      }[];
      /** @description Null when nobody reported any. */
      tokens: {
        input: number;
        cache_read: number;
        cache_write_5m: number;
        cache_write_1h: number;
        output: number;
        reasoning: number;
        estimated: boolean;
      } | null;
      /** @description Not told to holders of keys. */
      list_amount: null;
      /** @description In dollars: what was charged. */
      amount: string;
      /** @enum {string} */
      pricing: 'priced' | 'free' | 'quarantined';
      /** @enum {string} */
      fidelity: 'exact' | 'adapted' | 'lossy';
      notes: {
        path: string;
        action: string;
        reason: string;
      }[];
      started_at: string;
      /** @description From the start until the key was known. */
      authenticated_ms: number | null;
      /** @description From the start until its quota was held. */
      admitted_ms: number | null;
      first_byte_ms: number | null;
      duration_ms: number;
    };
    OwnExplanation: {
      /** @constant */
      object: 'exchange.explanation';
      exchange: components['schemas']['OwnExchange'];
      attempts: {
        entry: {
          /** @constant */
          object: 'ledger.entry';
          id: string;
          /** @enum {string} */
          kind: 'top-up' | 'adjustment' | 'charge';
          at: string;
          account_id: string;
          /** @description In dollars: granted, or charged. */
          amount: string;
          key_id: string | null;
          request_id: string | null;
          attempt: number | null;
          /** @description Not told to holders of keys. */
          upstream: null;
          /** @description Not told to holders of keys. */
          upstream_model: null;
          tokens: {
            input: number;
            cache_read: number;
            cache_write_5m: number;
            cache_write_1h: number;
            output: number;
            reasoning: number;
            estimated: boolean;
          } | null;
          /** @description Not told to holders of keys. */
          list_amount: null;
          pricing: ('priced' | 'free' | 'quarantined') | null;
          note: string | null;
        };
        lines: string[];
      }[];
    };
    Error: {
      error: {
        message: string;
        type: string;
        /** @description The field that is wrong. */
        param: string | null;
        /** @description A word that stays the same. */
        code: string | null;
      };
      request_id: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  chatCompletions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': Record<string, never>;
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
          'text/event-stream': string;
        };
      };
      /** @description What went wrong, in the openai-chat format. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  embeddings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': Record<string, never>;
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description What went wrong, in the openai-chat format. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  messages: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': Record<string, never>;
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
          'text/event-stream': string;
        };
      };
      /** @description What went wrong, in the anthropic-messages format. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  countTokens: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': Record<string, never>;
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description What went wrong, in the anthropic-messages format. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  responseSocket: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description What went wrong, in the openai-responses format. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  responses: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': Record<string, never>;
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
          'text/event-stream': string;
        };
      };
      /** @description What went wrong, in the openai-responses format. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  responseTokens: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': Record<string, never>;
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description What went wrong, in the openai-responses format. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  response: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description What went wrong, in the openai-responses format. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  responseDeletion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description What went wrong, in the openai-responses format. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  responseItems: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description What went wrong, in the openai-responses format. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  responseCancel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': Record<string, never>;
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description What went wrong, in the openai-responses format. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  geminiModel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description What went wrong, in the gemini-generate format. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  geminiBeta: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': Record<string, never>;
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
          'text/event-stream': string;
        };
      };
      /** @description What went wrong, in the gemini-generate format. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  model: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description What went wrong, in the openai-chat format. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  gemini: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': Record<string, never>;
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
          'text/event-stream': string;
        };
      };
      /** @description What went wrong, in the gemini-generate format. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  geminiModels: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description What went wrong, in the gemini-generate format. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  models: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description What went wrong, in the openai-chat format. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  usage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description What went wrong, in the openai-chat format. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  health: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description What went wrong, in the openai-chat format. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  readiness: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description What went wrong, in the openai-chat format. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  listAccounts: {
    parameters: {
      query?: {
        /** @description How many at most. */
        limit?: number;
        /** @description The `next` of the page before. */
        after?: string;
        /** @description csv gives the whole list, page by page; json unless the request accepts text/csv. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            object: 'list';
            data: components['schemas']['Account'][];
            /** @description Where the list goes on. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createAccount: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Research",
         *       "prepaid": true
         *     }
         */
        'application/json': {
          /** @description Made by Parley if absent. */
          id?: string;
          name: string;
          /** @description Its model range; everything if absent. */
          models?: string[];
          /**
           * @description Whether it may only spend what was topped up.
           * @default false
           */
          prepaid?: boolean;
        };
      };
    };
    responses: {
      /** @description The answer. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Account'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getAccount: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Account'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteAccount: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  changeAccount: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "models": [
         *         "claude-*",
         *         "gpt-5"
         *       ],
         *       "disabled": false
         *     }
         */
        'application/json': {
          name?: string;
          models?: string[] | null;
          prepaid?: boolean;
          disabled?: boolean;
        };
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Account'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createAccountTopUp: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "invoice-2026-117",
         *       "amount": "50",
         *       "note": "Paid by transfer"
         *     }
         */
        'application/json': {
          /** @description Told again, the same id changes nothing. */
          id?: string;
          /** @description Dollars, such as "12.50": at most nine decimals. */
          amount: string | number;
          note?: string;
        };
      };
    };
    responses: {
      /** @description The answer. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LedgerEntry'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createAccountAdjustment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "amount": "-2.5",
         *       "note": "Counted twice"
         *     }
         */
        'application/json': {
          /** @description Told again, the same id changes nothing. */
          id?: string;
          /** @description Dollars, such as "12.50": at most nine decimals. */
          amount: string | number;
          note?: string;
        };
      };
    };
    responses: {
      /** @description The answer. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LedgerEntry'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listKeys: {
    parameters: {
      query?: {
        /** @description How many at most. */
        limit?: number;
        /** @description The `next` of the page before. */
        after?: string;
        account_id?: string;
        /** @description Among the groups of the key. */
        group?: string;
        status?: 'active' | 'disabled' | 'expired' | 'quota_exhausted';
        /** @description A part of the name, of the display or of the id. */
        query?: string;
        /** @description csv gives the whole list, page by page; json unless the request accepts text/csv. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            object: 'list';
            data: components['schemas']['Key'][];
            /** @description Where the list goes on. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createKey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "name": "laptop",
         *       "groups": [
         *         "default"
         *       ],
         *       "limits": {
         *         "quota": {
         *           "amount": "20",
         *           "reset": "month"
         *         },
         *         "requests_per_minute": 60
         *       }
         *     }
         */
        'application/json': {
          /** @default key */
          name?: string;
          /** @default default */
          account_id?: string;
          /** @description The group `default` if absent. */
          groups?: [string];
          /** @description Call names; * stands for any characters. */
          models?: string[];
          /** @description What it may use up; what is absent or null is not limited. */
          limits?: {
            quota?: {
              /** @description Dollars in one period. */
              amount?: string | number;
              tokens?: number;
              /**
               * @description In UTC.
               * @default none
               * @enum {string}
               */
              reset?: 'none' | 'day' | 'week' | 'month';
            } | null;
            /** @description Dollars in each window, which begins with its first call. */
            windows?: {
              /** @description Dollars, such as "12.50": at most nine decimals. */
              '5h'?: string | number;
              /** @description Dollars, such as "12.50": at most nine decimals. */
              '1d'?: string | number;
              /** @description Dollars, such as "12.50": at most nine decimals. */
              '7d'?: string | number;
            } | null;
            requests_per_minute?: number | null;
            tokens_per_minute?: number | null;
            concurrency?: number | null;
          };
          /** @description Addresses and ranges, such as 192.0.2.0/24. */
          allowed_from?: string[];
          /** @description Addresses and ranges, such as 192.0.2.0/24. */
          denied_from?: string[];
          /**
           * Format: date-time
           * @description A moment, such as 2026-12-31T00:00:00Z.
           */
          expires_at?: string;
        };
      };
    };
    responses: {
      /** @description The answer. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedKey'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Key'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  changeKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "limits": {
         *         "quota": {
         *           "amount": "50",
         *           "reset": "month"
         *         }
         *       },
         *       "expires_at": null
         *     }
         */
        'application/json': {
          name?: string;
          /** @description The groups it may use; the first is its default. */
          groups?: [string];
          models?: string[] | null;
          /** @description Replaces all limits. */
          limits?: {
            quota?: {
              /** @description Dollars in one period. */
              amount?: string | number;
              tokens?: number;
              /**
               * @description In UTC.
               * @default none
               * @enum {string}
               */
              reset?: 'none' | 'day' | 'week' | 'month';
            } | null;
            /** @description Dollars in each window, which begins with its first call. */
            windows?: {
              /** @description Dollars, such as "12.50": at most nine decimals. */
              '5h'?: string | number;
              /** @description Dollars, such as "12.50": at most nine decimals. */
              '1d'?: string | number;
              /** @description Dollars, such as "12.50": at most nine decimals. */
              '7d'?: string | number;
            } | null;
            requests_per_minute?: number | null;
            tokens_per_minute?: number | null;
            concurrency?: number | null;
          };
          allowed_from?: string[] | null;
          denied_from?: string[] | null;
          expires_at?: string | null;
          disabled?: boolean;
        };
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Key'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createKeyRotation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "overlap_seconds": 3600
         *     }
         */
        'application/json': {
          /**
           * @description How long the old secret works on.
           * @default 0
           */
          overlap_seconds?: number;
        };
      };
    };
    responses: {
      /** @description The answer. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedKey'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listUpstreams: {
    parameters: {
      query?: {
        /** @description csv gives the whole list, page by page; json unless the request accepts text/csv. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            object: 'list';
            data: components['schemas']['Entity'][];
            /** @description Where the list goes on. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getUpstream: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Entity'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  saveUpstream: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "provider": "openai",
         *       "credential": "sk-no-real-credential",
         *       "idle_timeout": 30
         *     }
         */
        'application/json': {
          /** @description A provider by its id, such as openai or groq. */
          provider: string;
          /** @description Replaces the address of the provider, for one or for each dialect. */
          base_url?:
            | string
            | {
                [key: string]: string;
              };
          /**
           * @description The only dialect to speak with this upstream.
           * @enum {string}
           */
          dialect?: 'openai-chat' | 'anthropic-messages' | 'gemini-generate' | 'openai-responses';
          /** @description The secret that the vendor gave out; the old one if absent, none if null. */
          credential?: string | null;
          /** @description Sent with every call. */
          headers?: {
            [key: string]: string;
          };
          /** @description Its models; without this the upstream is asked for its list. */
          models?: string[];
          /** @description Seconds until the answer begins; 60. */
          first_byte_timeout?: number;
          /** @description Seconds of silence within an answer; 60. */
          idle_timeout?: number;
          /** @description Seconds for a whole answer; 900. */
          total_timeout?: number;
        };
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Entity'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteUpstream: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listModels: {
    parameters: {
      query?: {
        /** @description csv gives the whole list, page by page; json unless the request accepts text/csv. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            object: 'list';
            data: components['schemas']['Entity'][];
            /** @description Where the list goes on. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getModel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Entity'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  saveModel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "targets": [
         *         {
         *           "upstream": "openai",
         *           "model": "gpt-5"
         *         },
         *         {
         *           "upstream": "azure",
         *           "priority": 1
         *         }
         *       ]
         *     }
         */
        'application/json': {
          targets: {
            upstream: string;
            /** @description Its name there; the call name if absent. */
            model?: string;
            /**
             * @description Lower is tried first.
             * @default 0
             */
            priority?: number;
          }[];
          display_name?: string;
          owned_by?: string;
          max_input_tokens?: number;
          /** @description Corrects what Parley guesses about a model from its name. */
          profile?: {
            max_output_tokens?: number;
            /** @enum {string} */
            output_limit_field?: 'max_tokens' | 'max_completion_tokens';
            sampling?: boolean;
            max_temperature?: number;
            /** @enum {string} */
            reasoning?: 'none' | 'effort' | 'budget' | 'adaptive';
            efforts?: ('none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max')[];
            effort_beside_tools?: boolean;
            echoes_reasoning?: boolean;
            /** @enum {string} */
            instruction_role?: 'system' | 'developer';
            late_instructions?: boolean;
            freeform_tools?: boolean;
            cache_marks?: boolean;
            /** @enum {string} */
            structured_output?: 'none' | 'output-config' | 'output-format';
            max_tool_name?: number;
            /** @description What the native format of Gemini asks of the model. */
            gemini?: {
              /** @enum {string} */
              thinking: 'none' | 'budget' | 'level';
              budgets: [number, number];
              json_schema: boolean;
              json_beside_tools: boolean;
              signed_calls: boolean;
              media_in_results: boolean;
            };
          };
        };
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Entity'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteModel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listGroups: {
    parameters: {
      query?: {
        /** @description csv gives the whole list, page by page; json unless the request accepts text/csv. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            object: 'list';
            data: components['schemas']['Entity'][];
            /** @description Where the list goes on. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getGroup: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Entity'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  saveGroup: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "fingerprint": "team",
         *       "models": [
         *         "claude-*",
         *         "gpt-5"
         *       ],
         *       "multiplier": 1.2
         *     }
         */
        'application/json': {
          fingerprint?: string;
          /**
           * @default messages
           * @enum {string}
           */
          family?: 'chat-completions' | 'messages';
          /**
           * @description By the upstream, by estimate, or not; native unless family is chat-completions.
           * @enum {string}
           */
          count_tokens?: 'native' | 'estimate' | 'off';
          /**
           * @description Call names its keys may use; * stands for any characters.
           * @default [
           *       "*"
           *     ]
           */
          models?: string[];
          /**
           * @description Where names lead that are no call names.
           * @default []
           */
          tiers?: (
            | {
                /** @constant */
                match: 'exact';
                name: string;
                /** @description The call name of this group that runs. */
                to: string;
                /**
                 * @description How hard it thinks, where the caller does not say.
                 * @enum {string}
                 */
                effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';
              }
            | {
                /** @constant */
                match: 'glob';
                /** @description * stands for any characters. */
                name: string;
                /** @description The call name of this group that runs. */
                to: string;
                /**
                 * @description How hard it thinks, where the caller does not say.
                 * @enum {string}
                 */
                effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';
              }
            | {
                /** @constant */
                match: 'tier';
                /**
                 * @description The level that a coding assistant names.
                 * @enum {string}
                 */
                tier: 'opus' | 'sonnet' | 'haiku' | 'fable' | 'mythos';
                /** @description The call name of this group that runs. */
                to: string;
                /**
                 * @description How hard it thinks, where the caller does not say.
                 * @enum {string}
                 */
                effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';
              }
          )[];
          /**
           * @description Whether the holder of a key may give it another secret.
           * @default false
           */
          holders_may_rotate?: boolean;
          /**
           * @description What its prices are multiplied by.
           * @default 1
           */
          multiplier?: number;
        };
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Entity'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteGroup: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listPrices: {
    parameters: {
      query?: {
        /** @description csv gives the whole list, page by page; json unless the request accepts text/csv. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            object: 'list';
            data: components['schemas']['Entity'][];
            /** @description Where the list goes on. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getPrice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Entity'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  savePrice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "match": "openai/gpt-5*",
         *       "input": 1.25,
         *       "output": 10,
         *       "cache_read": 0.125
         *     }
         */
        'application/json': {
          /** @description What it is the price of: <upstream>/<model>; * stands for any characters. */
          match: string & (unknown & unknown);
          /**
           * Format: date
           * @description Its first day, in UTC.
           */
          from?: string;
          /**
           * @description Instead of prices.
           * @constant
           */
          free?: true;
          /** @description Dollars per million tokens. */
          input?: number;
          /** @description Dollars per million tokens. */
          output?: number;
          /** @description Dollars per million tokens; as input if absent. */
          cache_read?: number;
          /** @description Dollars per million tokens; 1.25 × input if absent. */
          cache_write_5m?: number;
          /** @description Dollars per million tokens; 2 × input if absent. */
          cache_write_1h?: number;
          /** @description Dollars per million tokens; as output if absent. */
          reasoning?: number;
          /** @description Shortest prompt first. */
          tiers?: {
            /** @description Tokens of the prompt. */
            above: number;
            /** @description Dollars per million tokens. */
            input: number;
            /** @description Dollars per million tokens. */
            output: number;
            /** @description Dollars per million tokens; as input if absent. */
            cache_read?: number;
            /** @description Dollars per million tokens; 1.25 × input if absent. */
            cache_write_5m?: number;
            /** @description Dollars per million tokens; 2 × input if absent. */
            cache_write_1h?: number;
            /** @description Dollars per million tokens; as output if absent. */
            reasoning?: number;
          }[];
        };
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Entity'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deletePrice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getConfiguration: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Configuration'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listCallNames: {
    parameters: {
      query?: {
        /** @description The key that would call. */
        key_id?: string;
        /** @description A group, in place of a key. */
        group?: string;
        /** @description csv gives the whole list, page by page; json unless the request accepts text/csv. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            object: 'list';
            data: components['schemas']['CallName'][];
            /** @description Where the list goes on. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  resolveName: {
    parameters: {
      query: {
        /** @description The key that would call. */
        key_id?: string;
        /** @description A group, in place of a key. */
        group?: string;
        /** @description What a caller would write in `model`. */
        model: string;
        /** @description The format of the caller: of targets that rank alike, those that speak it go first. */
        inbound?: 'openai-chat' | 'anthropic-messages' | 'gemini-generate' | 'openai-responses';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Resolution'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listTokens: {
    parameters: {
      query?: {
        /** @description csv gives the whole list, page by page; json unless the request accepts text/csv. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            object: 'list';
            data: components['schemas']['AdminToken'][];
            /** @description Where the list goes on. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "name": "dashboard",
         *       "role": "viewer"
         *     }
         */
        'application/json': {
          /** @default token */
          name?: string;
          /**
           * @description A viewer only reads.
           * @default viewer
           * @enum {string}
           */
          role?: 'admin' | 'viewer';
        };
      };
    };
    responses: {
      /** @description The answer. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedAdminToken'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listProviders: {
    parameters: {
      query?: {
        /** @description csv gives the whole list, page by page; json unless the request accepts text/csv. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            object: 'list';
            data: components['schemas']['Provider'][];
            /** @description Where the list goes on. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listHealth: {
    parameters: {
      query?: {
        /** @description csv gives the whole list, page by page; json unless the request accepts text/csv. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            object: 'list';
            data: components['schemas']['UpstreamHealth'][];
            /** @description Where the list goes on. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createUpstreamTest: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': Record<string, never>;
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UpstreamTest'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createUpstreamRecovery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': Record<string, never>;
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UpstreamHealth'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listExchanges: {
    parameters: {
      query?: {
        /** @description How many at most. */
        limit?: number;
        /** @description The `next` of the page before. */
        after?: string;
        key_id?: string;
        account_id?: string;
        group?: string;
        /** @description The call name. */
        model?: string;
        upstream?: string;
        outcome?: 'completed' | 'failed' | 'canceled';
        pricing?: 'priced' | 'free' | 'quarantined';
        /** @description A moment, such as 2026-12-31T00:00:00Z. */
        from?: string;
        /** @description A moment, such as 2026-12-31T00:00:00Z. */
        until?: string;
        /** @description The HTTP status that the caller saw: 404, or 4xx for all of its class. */
        status?: string;
        /** @description In dollars: at least so much was charged. */
        min_amount?: string | number;
        /** @description The first byte took at least so long. */
        min_first_byte_ms?: number;
        /** @description A part of the error's code, reason or message, of the call name or the request id. */
        query?: string;
        /** @description csv gives the whole list, page by page; json unless the request accepts text/csv. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            object: 'list';
            data: components['schemas']['Exchange'][];
            /** @description Where the list goes on. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  followExchanges: {
    parameters: {
      query?: {
        key_id?: string;
        account_id?: string;
        group?: string;
        /** @description The call name. */
        model?: string;
        upstream?: string;
        outcome?: 'completed' | 'failed' | 'canceled';
        pricing?: 'priced' | 'free' | 'quarantined';
        /** @description A moment, such as 2026-12-31T00:00:00Z. */
        from?: string;
        /** @description A moment, such as 2026-12-31T00:00:00Z. */
        until?: string;
        /** @description The HTTP status that the caller saw: 404, or 4xx for all of its class. */
        status?: string;
        /** @description In dollars: at least so much was charged. */
        min_amount?: string | number;
        /** @description The first byte took at least so long. */
        min_first_byte_ms?: number;
        /** @description A part of the error's code, reason or message, of the call name or the request id. */
        query?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Server-sent events. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': string;
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getExchange: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Exchange'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getExchangeCost: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Explanation'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listUsage: {
    parameters: {
      query?: {
        /** @description What the sums are told apart by: time, day, hour, account, key, group, model, upstream, upstream_model. Of time (steps of 15 minutes), day and hour choose one. */
        by?: string;
        /** @description Whose days and hours are meant, by its IANA name. */
        time_zone?: string;
        /** @description A moment, such as 2026-12-31T00:00:00Z. */
        from?: string;
        /** @description A moment, such as 2026-12-31T00:00:00Z. */
        until?: string;
        account_id?: string;
        key_id?: string;
        group?: string;
        model?: string;
        upstream?: string;
        /** @description csv gives the whole list, page by page; json unless the request accepts text/csv. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            object: 'list';
            data: components['schemas']['UsageSum'][];
            /** @description Where the list goes on. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getLatency: {
    parameters: {
      query?: {
        /** @description A moment, such as 2026-12-31T00:00:00Z. */
        from?: string;
        /** @description A moment, such as 2026-12-31T00:00:00Z. */
        until?: string;
        key_id?: string;
        account_id?: string;
        group?: string;
        /** @description The call name. */
        model?: string;
        upstream?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Latency'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listLedger: {
    parameters: {
      query?: {
        /** @description How many at most. */
        limit?: number;
        /** @description The `next` of the page before. */
        after?: string;
        account_id?: string;
        key_id?: string;
        request_id?: string;
        kind?: 'top-up' | 'adjustment' | 'charge';
        /** @description A moment, such as 2026-12-31T00:00:00Z. */
        from?: string;
        /** @description A moment, such as 2026-12-31T00:00:00Z. */
        until?: string;
        /** @description csv gives the whole list, page by page; json unless the request accepts text/csv. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            object: 'list';
            data: components['schemas']['LedgerEntry'][];
            /** @description Where the list goes on. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getLedgerReport: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LedgerReport'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  chargeQuarantine: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': Record<string, never>;
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QuarantineReport'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listAudit: {
    parameters: {
      query?: {
        /** @description How many at most. */
        limit?: number;
        /** @description The `next` of the page before. */
        after?: string;
        subject_kind?: string;
        subject_id?: string;
        /** @description Such as cli, or token: and the id of a token. */
        actor?: string;
        /** @description Such as key.create. */
        action?: string;
        /** @description A moment, such as 2026-12-31T00:00:00Z. */
        from?: string;
        /** @description A moment, such as 2026-12-31T00:00:00Z. */
        until?: string;
        /** @description csv gives the whole list, page by page; json unless the request accepts text/csv. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            object: 'list';
            data: components['schemas']['AuditEntry'][];
            /** @description Where the list goes on. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listUsers: {
    parameters: {
      query?: {
        /** @description How many at most. */
        limit?: number;
        /** @description The `next` of the page before. */
        after?: string;
        /** @description csv gives the whole list, page by page; json unless the request accepts text/csv. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            object: 'list';
            data: components['schemas']['User'][];
            /** @description Where the list goes on. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createUser: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "ada@example.org",
         *       "role": "viewer"
         *     }
         */
        'application/json': {
          /** @description As the provider of identities has it. */
          email: string;
          /**
           * @description A viewer only reads.
           * @default viewer
           * @enum {string}
           */
          role?: 'admin' | 'viewer';
        };
      };
    };
    responses: {
      /** @description The answer. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['User'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  changeUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "role": "admin"
         *     }
         */
        'application/json': {
          /**
           * @description A viewer only reads.
           * @enum {string}
           */
          role?: 'admin' | 'viewer';
          /** @description A disabled user is signed out at once. */
          disabled?: boolean;
        };
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['User'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getOwnKey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OwnKey'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listOwnCallNames: {
    parameters: {
      query?: {
        /** @description csv gives the whole list, page by page; json unless the request accepts text/csv. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            object: 'list';
            data: components['schemas']['OwnCallName'][];
            /** @description Where the list goes on. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  resolveOwnName: {
    parameters: {
      query: {
        /** @description What a caller would write in `model`. */
        model: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OwnResolution'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listOwnUsage: {
    parameters: {
      query?: {
        /** @description What the sums are told apart by: time, day, hour, group, model. Of time (steps of 15 minutes), day and hour choose one. */
        by?: string;
        /** @description Whose days and hours are meant, by its IANA name. */
        time_zone?: string;
        /** @description A moment, such as 2026-12-31T00:00:00Z. */
        from?: string;
        /** @description A moment, such as 2026-12-31T00:00:00Z. */
        until?: string;
        group?: string;
        model?: string;
        /** @description csv gives the whole list, page by page; json unless the request accepts text/csv. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            object: 'list';
            data: components['schemas']['OwnUsageSum'][];
            /** @description Where the list goes on. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getOwnLatency: {
    parameters: {
      query?: {
        /** @description A moment, such as 2026-12-31T00:00:00Z. */
        from?: string;
        /** @description A moment, such as 2026-12-31T00:00:00Z. */
        until?: string;
        group?: string;
        /** @description The call name. */
        model?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Latency'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listOwnExchanges: {
    parameters: {
      query?: {
        /** @description How many at most. */
        limit?: number;
        /** @description The `next` of the page before. */
        after?: string;
        group?: string;
        /** @description The call name. */
        model?: string;
        outcome?: 'completed' | 'failed' | 'canceled';
        pricing?: 'priced' | 'free' | 'quarantined';
        /** @description A moment, such as 2026-12-31T00:00:00Z. */
        from?: string;
        /** @description A moment, such as 2026-12-31T00:00:00Z. */
        until?: string;
        /** @description The HTTP status that the caller saw: 404, or 4xx for all of its class. */
        status?: string;
        /** @description In dollars: at least so much was charged. */
        min_amount?: string | number;
        /** @description The first byte took at least so long. */
        min_first_byte_ms?: number;
        /** @description A part of the error's code, reason or message, of the call name or the request id. */
        query?: string;
        /** @description csv gives the whole list, page by page; json unless the request accepts text/csv. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            object: 'list';
            data: components['schemas']['OwnExchange'][];
            /** @description Where the list goes on. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  followOwnExchanges: {
    parameters: {
      query?: {
        group?: string;
        /** @description The call name. */
        model?: string;
        outcome?: 'completed' | 'failed' | 'canceled';
        pricing?: 'priced' | 'free' | 'quarantined';
        /** @description A moment, such as 2026-12-31T00:00:00Z. */
        from?: string;
        /** @description A moment, such as 2026-12-31T00:00:00Z. */
        until?: string;
        /** @description The HTTP status that the caller saw: 404, or 4xx for all of its class. */
        status?: string;
        /** @description In dollars: at least so much was charged. */
        min_amount?: string | number;
        /** @description The first byte took at least so long. */
        min_first_byte_ms?: number;
        /** @description A part of the error's code, reason or message, of the call name or the request id. */
        query?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Server-sent events. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': string;
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getOwnExchange: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OwnExchange'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getOwnExchangeCost: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As lists and answers tell it; a slash within it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OwnExplanation'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createOwnRotation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "overlap_seconds": 3600
         *     }
         */
        'application/json': {
          /**
           * @description How long the old secret works on.
           * @default 0
           */
          overlap_seconds?: number;
        };
      };
    };
    responses: {
      /** @description The answer. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedKey'];
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getDescription: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description What went wrong. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
}
