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
    /** Create a chat completion in the OpenAI format, as JSON or as a stream */
    post: operations['chatCompletions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/completions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Complete a text in the older OpenAI format, as JSON or as a stream */
    post: operations['completions'];
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
    /** Create embeddings in the OpenAI format */
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
    /** Create a message in the Anthropic format, as JSON or as a stream */
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
    /** Count the tokens of a message request */
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
    /** Open a WebSocket for responses, or refuse it where the host has none, so that clients fall back to POST */
    get: operations['responseSocket'];
    put?: never;
    /** Create a response in the OpenAI Responses format, as JSON or as a stream */
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
    /** Count the tokens of a response request */
    post: operations['responseTokens'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/responses/compact': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Compact the conversation of a response request */
    post: operations['responseCompaction'];
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
    /** Get a stored response, or a response in the background as JSON or as a stream */
    get: operations['response'];
    put?: never;
    post?: never;
    /** Delete a stored response */
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
    /** List the input items of a stored response */
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
    /** Cancel a response that runs in the background */
    post: operations['responseCancel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Create a conversation, with its first items */
    post: operations['conversations'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get a conversation */
    get: operations['conversation'];
    put?: never;
    /** Replace the metadata of a conversation */
    post: operations['conversationUpdate'];
    /** Delete a conversation */
    delete: operations['conversationDeletion'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations/{id}/items': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the items of a conversation */
    get: operations['conversationItems'];
    put?: never;
    /** Add items to a conversation */
    post: operations['conversationAddition'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations/{conversation}/items/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get an item of a conversation */
    get: operations['conversationItem'];
    put?: never;
    post?: never;
    /** Delete an item of a conversation */
    delete: operations['itemDeletion'];
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
    /** Get a model of the key */
    get: operations['model'];
    put?: never;
    /** The same on the path that current Google clients use */
    post: operations['gemini'];
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
    /** Get a model of the key in the Gemini format */
    get: operations['geminiModel'];
    put?: never;
    /** Generate content, count tokens or embed in the Gemini format; the path ends with the action */
    post: operations['geminiBeta'];
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
    /** List the models of the key in the Gemini format */
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
    /** List the models of the key in the format of the client */
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
    /** Get the usage and remaining quota of the key, or with request_id the cost of one request */
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
    /** Check that the process is running */
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
    /** Check that the gateway is ready to serve requests */
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
    /** Create an account */
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
    /** Get an account with its balance */
    get: operations['getAccount'];
    put?: never;
    post?: never;
    /** Delete an account that has no keys */
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
     * Add money to the balance of an account
     * @description Send an id of your own, such as an invoice number, to make the request safe to repeat: the same id is credited only once.
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
    /** Correct the balance of an account */
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
    /** List keys, newest first */
    get: operations['listKeys'];
    put?: never;
    /** Create a key; only this response contains its secret */
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
    /** Get a key with its limits and its usage */
    get: operations['getKey'];
    put?: never;
    post?: never;
    /** Delete a key; its exchanges and ledger entries are kept */
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
     * Replace the secret of a key; the old secret may keep working for a time
     * @description With an overlap of 0 seconds the old secret stops working immediately.
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
    /** List all upstreams, beginning with those of the configuration file */
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
    /** Get an upstream */
    get: operations['getUpstream'];
    /** Create or replace an upstream */
    put: operations['saveUpstream'];
    post?: never;
    /** Delete an upstream that the configuration file does not declare */
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
    /** List all models, beginning with those of the configuration file */
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
    /** Get a model */
    get: operations['getModel'];
    /** Create or replace a model */
    put: operations['saveModel'];
    post?: never;
    /** Delete a model that the configuration file does not declare */
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
    /** List all groups, beginning with those of the configuration file */
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
    /** Get a group */
    get: operations['getGroup'];
    /** Create or replace a group */
    put: operations['saveGroup'];
    post?: never;
    /** Delete a group that the configuration file does not declare */
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
    /** List all prices, beginning with those of the configuration file */
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
    /** Get a price */
    get: operations['getPrice'];
    /** Create or replace a price */
    put: operations['savePrice'];
    post?: never;
    /** Delete a price that the configuration file does not declare */
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
     * Get the effective configuration with the origin of each value
     * @description Contains the values of the configuration file, the environment, the store and the defaults, each with its line or variable. Secrets are replaced by ***.
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
     * List the call names of a key or a group with prices and targets
     * @description Contains the call names of the default group, and those of every group with its fingerprint. Prices are what a client pays: the sale price, or else that of the first target that has one, times the multiplier of the group.
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
     * Explain which targets a call name leads to
     * @description Calls no upstream. Lists the targets in the order in which a call would try them now, each but the first with the reason why it comes later or is never tried.
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
  '/admin/v1/providers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the providers that an upstream may use */
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
     * List the health of upstreams in this process
     * @description Each process counts only its own calls since its start. The circuit breaker of an upstream opens after three consecutive failures, at first for five seconds and at most for five minutes.
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
     * Test an upstream by requesting its list of models, which costs nothing
     * @description Sends the credential to the upstream as a call would. This process routes to the returned models from then on, unless the configuration lists the models of the upstream.
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
    /**
     * Close the circuit breaker of an upstream
     * @description The next call may try the upstream first again.
     */
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
    /**
     * List exchanges, newest first
     * @description With filters other than `key_id`, `account_id`, `from` and `until`, a page is searched in 50,000 exchanges: it may hold fewer than `limit`, or none, although more follow. The list ends when `next` is null.
     */
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
     * @description The first event is `ready`. The data of each event `exchanges` is `{"data":[…]}` with objects of the schema Exchange, newest last; each exchange is sent once, whichever process settled it. An event `skipped` with the data `{"count":…}` means that at least so many exchanges were left out. After 15 seconds without events a comment is sent. The stream ends after ten minutes; then connect again.
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
    /** Get an exchange by its request id */
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
     * @description One line per attempt and kind of token: the count, the price per million and the product.
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
     * @description Sums are made from steps of 15 minutes. A dimension that `by` does not name is null in every sum.
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
    /** List ledger entries, newest first */
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
    /** Sum up the ledger again and compare the sums with the stored totals */
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
    /** Charge quarantined attempts that have a price by now */
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
    /** List the audit log, newest first */
    get: operations['listAudit'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/webhooks/{id}/tests': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Test a webhook of the alerts by sending it a message of the type `test`
     * @description Webhooks are declared in the configuration file; the id is the name there.
     */
    post: operations['createWebhookTest'];
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
    /** List the users who sign in by OpenID Connect, in the order of their ids */
    get: operations['listUsers'];
    put?: never;
    /** Invite a user by e-mail address; no e-mail is sent */
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
    /** Delete a user, who can sign in again only if invited or allowed by the configuration */
    delete: operations['deleteUser'];
    options?: never;
    head?: never;
    /** Change the role of a user, or disable or enable the user; effective immediately */
    patch: operations['changeUser'];
    trace?: never;
  };
  '/admin/v1/tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List admin tokens */
    get: operations['listTokens'];
    put?: never;
    /** Create an admin token; only this response contains its secret */
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
    /** Delete an admin token */
    delete: operations['deleteToken'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/v1/sign-in/tests': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Test the OpenID provider of the configuration by reading its discovery document
     * @description Nobody is signed in. Whether the client secret is right shows only a sign-in.
     */
    post: operations['createSignInTest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
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
     * Get the key with its limits and its usage
     * @description Also works for a key that is disabled, expired or has used up its quota.
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
    /** List the call names of the key with the prices that its holder pays */
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
    /** Resolve a call name */
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
    /** Sum up the usage of the key */
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
    /**
     * List the exchanges of the key, newest first
     * @description With filters other than `from` and `until`, a page is searched in 50,000 exchanges: it may hold fewer than `limit`, or none, although more follow. The list ends when `next` is null.
     */
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
     * @description Sends the same events as the admin API, with objects of the schema OwnExchange.
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
    /** Get an exchange of the key by its request id */
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
    /** Explain the cost of an exchange of the key */
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
     * Replace the secret of the key, if its group allows it
     * @description Refused unless the default group of the key sets holders_may_rotate, and for a secret that was already replaced.
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
    /** Get the OpenAPI document of this gateway */
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
      /** @description Changes with every change of what an operator sets and with a new secret, and not with use or a balance; send it as `if-match`. */
      etag: string;
      id: string;
      name: string;
      models: string[] | null;
      prepaid: boolean;
      disabled: boolean;
      created_at: string;
      /** @description In dollars: the sum of its top-ups and adjustments, spent + reserved + free. */
      granted: string;
      spent: string;
      /** @description Held for running exchanges. */
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
      /** @description In dollars: the amount added or charged. */
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
      /** @description In dollars, before the multiplier of the group. */
      list_amount: string | null;
      /** @description In dollars: what the target costs, by its price; null where that is not known. */
      cost_amount: string | null;
      pricing: ('priced' | 'free' | 'quarantined') | null;
      note: string | null;
    };
    Key: {
      /** @constant */
      object: 'key';
      /** @description Changes with every change of what an operator sets and with a new secret, and not with use or a balance; send it as `if-match`. */
      etag: string;
      id: string;
      /** @description The beginning and the end of the secret, to recognize it. */
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
        /** @description In dollars, since the key was created. */
        spent: string;
        tokens: number;
        requests: number;
        /** @description In dollars, held for running exchanges. */
        reserved: string;
        /** @description Number of running exchanges. */
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
      /** @description Changes with every change of what an operator sets and with a new secret, and not with use or a balance; send it as `if-match`. */
      etag: string;
      id: string;
      /** @description The beginning and the end of the secret, to recognize it. */
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
        /** @description In dollars, since the key was created. */
        spent: string;
        tokens: number;
        requests: number;
        /** @description In dollars, held for running exchanges. */
        reserved: string;
        /** @description Number of running exchanges. */
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
      /** @description Returned only in this response. */
      secret: string;
    };
    Entity: {
      /** @enum {string} */
      object: 'upstream' | 'model' | 'group' | 'price';
      /** @description Changes with every change of what an operator sets and with a new secret, and not with use or a balance; send it as `if-match`. */
      etag: string;
      name: string;
      /**
       * @description Where it is declared; what the file declares is read-only here.
       * @enum {string}
       */
      managed: 'file' | 'store';
      updated_at: string | null;
      /** @description The entity in the format of the configuration file, without secrets. */
      configuration: {
        [key: string]: unknown;
      };
      /** @description Whether an upstream has a credential; the secret itself is never returned. */
      credential: ('set' | 'none') | null;
    };
    Configuration: {
      /** @constant */
      object: 'configuration';
      /** @description The configuration file, or the variable that holds its text; null for neither. */
      source: string | null;
      /** @description Every effective value. */
      parts: {
        /** @description Such as upstreams.openai.base_url. */
        path: string;
        /** @description Secrets are replaced by ***. */
        value: unknown;
        /** @enum {string} */
        from: 'file' | 'environment' | 'store' | 'default';
        /** @description The line of the file, or the environment variable. */
        detail: string | null;
      }[];
      /** @description What is not part of the configuration: version, runtime, store, limits. */
      facts: {
        name: string;
        value: string;
      }[];
    };
    CallName: {
      /** @constant */
      object: 'call_name';
      /** @description The value of `model` in a request. */
      name: string;
      /** @description The call name without the fingerprint. */
      model: string;
      /** @description The group that serves it. */
      group: string;
      /** @description The fingerprint of the group, if the name begins with it. */
      fingerprint: string | null;
      display_name: string;
      owned_by: string;
      max_input_tokens: number | null;
      max_output_tokens: number | null;
      /** @description Whether a prompt may contain images; null when unknown. */
      accepts_images: boolean | null;
      /** @description What the client pays, whichever target answers; null when free or unknown. */
      price: {
        input: string;
        output: string;
        cache_read: string;
        /** @description To a cache that lasts five minutes. */
        cache_write: string;
        reasoning: string;
        audio_input: string;
        audio_output: string;
        image_input: string;
        image_output: string;
        video_input: string;
        video_output: string;
        /** @description Prices of the whole call when its prompt has more tokens than `above`. */
        tiers: {
          above: number;
          input: string;
          output: string;
          cache_read: string;
          /** @description To a cache that lasts five minutes. */
          cache_write: string;
          reasoning: string;
          audio_input: string;
          audio_output: string;
          image_input: string;
          image_output: string;
          video_input: string;
          video_output: string;
        }[];
        /** @description Factors of the price for services that are not the usual one. */
        services: {
          [key: string]: number;
        };
        /** @description Dollars per 1,000 uses of a tool, grounded prompts or requests. */
        fees: {
          [key: string]: string;
        };
        /** @description The multiplier of the group; the prices include it. */
        multiplier: number;
      } | null;
      price_source: string | null;
      /** @description Whether another target costs something else; the client pays the same price. */
      price_varies: boolean;
      free: boolean;
      /** @description In the order of their priority. */
      targets: {
        upstream: string;
        model: string;
        priority: number;
        /** @description The share of the calls among equal targets. */
        weight: number;
        /** @enum {string} */
        state: 'ready' | 'resting' | 'untried';
      }[];
    };
    Resolution: {
      /** @constant */
      object: 'resolution';
      model: string;
      found: boolean;
      /** @description Why the name was not found, in one sentence. */
      reason: string | null;
      /** @description The call name that the name resolves to. */
      call_name: string | null;
      group: string | null;
      /** @description In the order in which they would be tried now. */
      targets: {
        upstream: string;
        model: string;
        priority: number;
        /** @description The share of the calls among equal targets. */
        weight: number;
        /**
         * @description The format of the request to the upstream.
         * @enum {string}
         */
        outbound: 'openai-chat' | 'anthropic-messages' | 'gemini-generate' | 'openai-responses';
        /** @enum {string} */
        state: 'ready' | 'resting' | 'untried';
        /** @description From 1; null when the target is never tried. */
        order: number | null;
        /** @description Why the target is not tried first. */
        skipped: string | null;
      }[];
      effort: string | null;
      /** @description Every lookup, in order. */
      steps: string[];
    };
    Provider: {
      /** @constant */
      object: 'provider';
      /** @description The value of `provider` of an upstream. */
      id: string;
      name: string;
      /** @description By format, the preferred one first; empty when an upstream must set `base_url`. */
      base_urls: {
        [key: string]: string;
      };
      /** @description The preferred format of a `base_url` that names no format. */
      dialect:
        ('openai-chat' | 'anthropic-messages' | 'gemini-generate' | 'openai-responses') | null;
      /** @description The formats of a `base_url` that names no format, the preferred one first. */
      base_url_dialects: (
        'openai-chat' | 'anthropic-messages' | 'gemini-generate' | 'openai-responses'
      )[];
      /** @description By format, what a `base_url` looks like, with made-up names. */
      base_url_examples: {
        [key: string]: string;
      };
      /** @description Whether the account may call what its list of models has; otherwise an upstream should set `models`. */
      lists_models: boolean;
      /** @description Environment variables for the credential; the first one that is set is used. */
      variables: string[];
      /** @description Environment variables that override the base URL. */
      base_url_variables: string[];
      /** @enum {string} */
      credential: 'required' | 'optional' | 'none';
      /** @description Whether it usually runs on a local machine. */
      local: boolean;
      /** @description Whether a configured upstream uses this provider. */
      in_use: boolean;
    };
    UpstreamHealth: {
      /** @constant */
      object: 'upstream.health';
      upstream: string;
      provider: string;
      /**
       * @description resting: the circuit breaker is open, so it is called only as a last resort; untried: not called yet.
       * @enum {string}
       */
      state: 'ready' | 'resting' | 'untried';
      /** @description Number of consecutive failures. */
      failures: number;
      resting_until: string | null;
      last_success_at: string | null;
      last_failure: {
        at: string;
        code: string;
        reason: string | null;
        /** @description At most 500 characters, without secrets. */
        message: string;
        /** @description The HTTP status of the upstream; null without a response. */
        status: number | null;
      } | null;
      /** @description Number of its models; null when unknown. */
      models: number | null;
      /** @enum {string} */
      credential: 'set' | 'none';
    };
    UpstreamTest: {
      /** @constant */
      object: 'upstream.test';
      upstream: string;
      /** @description Whether it returned its list of models. */
      ok: boolean;
      duration_ms: number;
      status: number | null;
      error_code: string | null;
      /** @description The error, without secrets. */
      message: string | null;
      models: string[] | null;
    };
    Exchange: {
      /** @constant */
      object: 'exchange';
      /** @description The request id that the client received. */
      id: string;
      key_id: string;
      /** @description Also of a deleted key; null when unknown. */
      key_name: string | null;
      account_id: string;
      group: string;
      endpoint: string;
      /** @description The dialect of the client. */
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
      /** @description The first 500 characters of the message that the client received. */
      error_message: string | null;
      attempts: number;
      /** @description Each attempt; empty in records of versions that did not store attempts. */
      attempt_records: {
        /** @description From 1, in the order of the attempts. */
        number: number;
        upstream: string;
        upstream_model: string;
        /** @description The dialect of the upstream. */
        outbound: string;
        /** @description The HTTP status of the upstream; null without a response. */
        status: number | null;
        error_code: string | null;
        reason: string | null;
        /** @description At most 500 characters, without secrets. */
        message: string | null;
        /** @description Milliseconds since the start of the exchange. */
        started_ms: number;
        first_byte_ms: number | null;
        /** @description Milliseconds since the start of the exchange. */
        ended_ms: number;
        /** @description Null when nothing was charged. */
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
        /** @description In dollars: what the target costs, by its price; null where that is not known. */
        cost_amount: string | null;
        pricing: ('priced' | 'free' | 'quarantined') | null;
      }[];
      /** @description Null when no upstream reported usage. */
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
      /** @description In dollars: the charge. */
      amount: string;
      /** @description In dollars: what the target costs, by its price; null where that is not known. */
      cost_amount: string | null;
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
      /** @description From the start until the key was authenticated. */
      authenticated_ms: number | null;
      /** @description From the start until the quota was reserved. */
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
      /** @description The start of the step, the day or the hour. */
      time: string | null;
      account_id: string | null;
      key_id: string | null;
      /** @description Only when grouped by `key`. */
      key_name: string | null;
      group: string | null;
      model: string | null;
      upstream: string | null;
      upstream_model: string | null;
      requests: number;
      /** @description Requests that failed or whose client left. */
      failures: number;
      /** @description Calls of upstreams: each counts for its own upstream, also if another one answered. */
      attempts: number;
      /** @description Calls of upstreams that failed. */
      failed_attempts: number;
      /** @description Including tokens read from and written to caches. */
      input_tokens: number;
      cache_read_tokens: number;
      cache_write_tokens: number;
      /** @description Including reasoning tokens. */
      output_tokens: number;
      reasoning_tokens: number;
      list_amount: string;
      /** @description In dollars: the charges. */
      amount: string;
      /** @description In dollars: what the targets cost, by their prices; unknown costs count as 0. */
      cost_amount: string;
      /** @description In dollars: the charges less the cost of the targets. */
      margin_amount: string;
      average_duration_ms: number;
    };
    Latency: {
      /** @constant */
      object: 'latency';
      /** @description Number of all matching exchanges. */
      requests: number;
      /** @description From the start to the first byte; null when no exchange had one. */
      first_byte: {
        p50: number;
        p95: number;
      } | null;
      /** @description Of completed exchanges only; null when there are none. */
      duration: {
        p50: number;
        p95: number;
      } | null;
    };
    LedgerReport: {
      /** @constant */
      object: 'ledger.report';
      /** @description Whether every total is the sum of its ledger entries. */
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
      /** @description Number of attempts that were charged now. */
      charged: number;
      /** @description In dollars: the sum of these charges. */
      amount: string;
      /** @description Number of attempts that still have no price. */
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
    WebhookTest: {
      /** @constant */
      object: 'webhook.test';
      webhook: string;
      /** @description Whether the receiver answered with 2xx. */
      ok: boolean;
      /** @description Why not, such as `status 404`. */
      message: string | null;
    };
    User: {
      /** @constant */
      object: 'user';
      id: string;
      email: string;
      name: string | null;
      /**
       * @description A viewer may only read.
       * @enum {string}
       */
      role: 'admin' | 'viewer';
      disabled: boolean;
      created_at: string;
      last_signed_in_at: string | null;
    };
    AdminToken: {
      /** @constant */
      object: 'admin_token';
      id: string;
      name: string;
      /**
       * @description A viewer may only read.
       * @enum {string}
       */
      role: 'admin' | 'viewer';
      display: string;
      created_at: string;
    };
    CreatedAdminToken: {
      /** @constant */
      object: 'admin_token';
      id: string;
      name: string;
      /**
       * @description A viewer may only read.
       * @enum {string}
       */
      role: 'admin' | 'viewer';
      display: string;
      created_at: string;
      /** @description Returned only in this response. */
      secret: string;
    };
    SignInTest: {
      /** @constant */
      object: 'sign_in.test';
      /** @description Whether the provider describes all that a sign-in needs. */
      ok: boolean;
      /** @description As it is configured; null when nothing is. */
      issuer: string | null;
      /** @description Why not, such as the cause of a failed connection. */
      message: string | null;
      /** @description The claims that the provider says it may return; null when it does not say. */
      claims: string[] | null;
    };
    OwnKey: {
      /** @constant */
      object: 'key';
      /** @description Changes with every change of what an operator sets and with a new secret, and not with use or a balance; send it as `if-match`. */
      etag: string;
      id: string;
      /** @description The beginning and the end of the secret, to recognize it. */
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
        /** @description In dollars, since the key was created. */
        spent: string;
        tokens: number;
        requests: number;
        /** @description In dollars, held for running exchanges. */
        reserved: string;
        /** @description Number of running exchanges. */
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
      /** @description Whether the holder may replace its secret. */
      may_rotate: boolean;
    };
    OwnCallName: {
      /** @constant */
      object: 'call_name';
      /** @description The value of `model` in a request. */
      name: string;
      /** @description The call name without the fingerprint. */
      model: string;
      /** @description The group that serves it. */
      group: string;
      /** @description The fingerprint of the group, if the name begins with it. */
      fingerprint: string | null;
      display_name: string;
      owned_by: string;
      max_input_tokens: number | null;
      max_output_tokens: number | null;
      /** @description Whether a prompt may contain images; null when unknown. */
      accepts_images: boolean | null;
      price: {
        input: string;
        output: string;
        cache_read: string;
        /** @description To a cache that lasts five minutes. */
        cache_write: string;
        reasoning: string;
        audio_input: string;
        audio_output: string;
        image_input: string;
        image_output: string;
        video_input: string;
        video_output: string;
        /** @description Prices of the whole call when its prompt has more tokens than `above`. */
        tiers: {
          above: number;
          input: string;
          output: string;
          cache_read: string;
          /** @description To a cache that lasts five minutes. */
          cache_write: string;
          reasoning: string;
          audio_input: string;
          audio_output: string;
          image_input: string;
          image_output: string;
          video_input: string;
          video_output: string;
        }[];
        /** @description Factors of the price for services that are not the usual one. */
        services: {
          [key: string]: number;
        };
        /** @description Dollars per 1,000 uses of a tool, grounded prompts or requests. */
        fees: {
          [key: string]: string;
        };
        /** @description Only visible to operators. */
        multiplier: null;
      } | null;
      /** @description Only visible to operators. */
      price_source: null;
      /** @description Whether another target costs something else; the client pays the same price. */
      price_varies: boolean;
      free: boolean;
      /** @description Only visible to operators. */
      targets: null;
    };
    OwnResolution: {
      /** @constant */
      object: 'resolution';
      model: string;
      found: boolean;
      /** @description Why the name was not found, in one sentence. */
      reason: string | null;
      /** @description The call name that the name resolves to. */
      call_name: string | null;
      group: string | null;
      /** @description Only visible to operators. */
      targets: null;
      effort: string | null;
      /** @description Only visible to operators. */
      steps: null;
    };
    OwnUsageSum: {
      /** @constant */
      object: 'usage.sum';
      /** @description The start of the step, the day or the hour. */
      time: string | null;
      account_id: string | null;
      key_id: string | null;
      /** @description Only when grouped by `key`. */
      key_name: string | null;
      group: string | null;
      model: string | null;
      /** @description Only visible to operators. */
      upstream: null;
      /** @description Only visible to operators. */
      upstream_model: null;
      requests: number;
      /** @description Requests that failed or whose client left. */
      failures: number;
      /** @description Only visible to operators. */
      attempts: null;
      /** @description Only visible to operators. */
      failed_attempts: null;
      /** @description Including tokens read from and written to caches. */
      input_tokens: number;
      cache_read_tokens: number;
      cache_write_tokens: number;
      /** @description Including reasoning tokens. */
      output_tokens: number;
      reasoning_tokens: number;
      /** @description Only visible to operators. */
      list_amount: null;
      /** @description In dollars: the charges. */
      amount: string;
      /** @description Only visible to operators. */
      cost_amount: null;
      /** @description Only visible to operators. */
      margin_amount: null;
      average_duration_ms: number;
    };
    OwnExchange: {
      /** @constant */
      object: 'exchange';
      /** @description The request id that the client received. */
      id: string;
      key_id: string;
      /** @description Also of a deleted key; null when unknown. */
      key_name: string | null;
      account_id: string;
      group: string;
      endpoint: string;
      /** @description The dialect of the client. */
      inbound: string;
      /** @description Only visible to operators. */
      outbound: null;
      model: string;
      /** @description Only visible to operators. */
      upstream: null;
      /** @description Only visible to operators. */
      upstream_model: null;
      stream: boolean;
      /** @enum {string} */
      outcome: 'completed' | 'failed' | 'canceled';
      status: number;
      error_code: string | null;
      error_reason: string | null;
      /** @description The first 500 characters of the message that the client received. */
      error_message: string | null;
      attempts: number;
      attempt_records: {
        /** @description From 1, in the order of the attempts. */
        number: number;
        /** @description Only visible to operators. */
        upstream: null;
        /** @description Only visible to operators. */
        upstream_model: null;
        /** @description Only visible to operators. */
        outbound: null;
        /** @description The HTTP status of the upstream; null without a response. */
        status: number | null;
        error_code: string | null;
        reason: string | null;
        /** @description Only visible to operators. */
        message: null;
        /** @description Milliseconds since the start of the exchange. */
        started_ms: number;
        first_byte_ms: number | null;
        /** @description Milliseconds since the start of the exchange. */
        ended_ms: number;
        /** @description Null when nothing was charged. */
        tokens: {
          input: number;
          cache_read: number;
          cache_write_5m: number;
          cache_write_1h: number;
          output: number;
          reasoning: number;
          estimated: boolean;
        } | null;
        /** @description Only visible to operators. */
        list_amount: null;
        amount: string;
        /** @description Only visible to operators. */
        cost_amount: null;
        pricing: ('priced' | 'free' | 'quarantined') | null;
      }[];
      /** @description Null when no upstream reported usage. */
      tokens: {
        input: number;
        cache_read: number;
        cache_write_5m: number;
        cache_write_1h: number;
        output: number;
        reasoning: number;
        estimated: boolean;
      } | null;
      /** @description Only visible to operators. */
      list_amount: null;
      /** @description In dollars: the charge. */
      amount: string;
      /** @description Only visible to operators. */
      cost_amount: null;
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
      /** @description From the start until the key was authenticated. */
      authenticated_ms: number | null;
      /** @description From the start until the quota was reserved. */
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
          /** @description In dollars: the amount added or charged. */
          amount: string;
          key_id: string | null;
          request_id: string | null;
          attempt: number | null;
          /** @description Only visible to operators. */
          upstream: null;
          /** @description Only visible to operators. */
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
          /** @description Only visible to operators. */
          list_amount: null;
          /** @description Only visible to operators. */
          cost_amount: null;
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
        /** @description The path of the wrong field. */
        param: string | null;
        /** @description A stable identifier of the error. */
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
          'text/event-stream': string;
        };
      };
      /** @description An error in the openai-chat format. */
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
  completions: {
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
          'text/event-stream': string;
        };
      };
      /** @description An error in the openai-chat format. */
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description An error in the openai-chat format. */
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
          'text/event-stream': string;
        };
      };
      /** @description An error in the anthropic-messages format. */
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description An error in the anthropic-messages format. */
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description An error in the openai-responses format. */
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
          'text/event-stream': string;
        };
      };
      /** @description An error in the openai-responses format. */
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description An error in the openai-responses format. */
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
  responseCompaction: {
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description An error in the openai-responses format. */
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
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
          'text/event-stream': string;
        };
      };
      /** @description An error in the openai-responses format. */
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
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description An error in the openai-responses format. */
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
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description An error in the openai-responses format. */
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
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description An error in the openai-responses format. */
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
  conversations: {
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description An error in the openai-responses format. */
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
  conversation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description An error in the openai-responses format. */
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
  conversationUpdate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description An error in the openai-responses format. */
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
  conversationDeletion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description An error in the openai-responses format. */
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
  conversationItems: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description An error in the openai-responses format. */
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
  conversationAddition: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description An error in the openai-responses format. */
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
  conversationItem: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
        conversation: string;
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description An error in the openai-responses format. */
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
  itemDeletion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
        conversation: string;
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description An error in the openai-responses format. */
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
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description An error in the openai-chat format. */
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
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
          'text/event-stream': string;
        };
      };
      /** @description An error in the gemini-generate format. */
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
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description An error in the gemini-generate format. */
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
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
          'text/event-stream': string;
        };
      };
      /** @description An error in the gemini-generate format. */
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description An error in the gemini-generate format. */
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description An error in the openai-chat format. */
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description An error in the openai-chat format. */
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description An error in the openai-chat format. */
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description An error in the openai-chat format. */
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
        /** @description Maximum number of entries. */
        limit?: number;
        /** @description `next` of the previous page. */
        after?: string;
        /** @description csv returns all pages as one file; the default is json unless the request accepts text/csv. */
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
            /** @description `after` of the next page; null on the last page. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description An error. */
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
          /** @description Random by default. */
          id?: string;
          name: string;
          /** @description Call names that its keys may use, as patterns; all by default. */
          models?: string[];
          /**
           * @description Whether its keys may only spend its balance.
           * @default false
           */
          prepaid?: boolean;
        };
      };
    };
    responses: {
      /** @description The response. */
      201: {
        headers: {
          /** @description As the field `etag`. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Account'];
        };
      };
      /** @description An error. */
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
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          /** @description As the field `etag`. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Account'];
        };
      };
      /** @description An error. */
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
      header?: {
        /** @description The `etag` that was read: nothing is changed (412) if somebody else changed it since. */
        'if-match'?: string;
      };
      path: {
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
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
      /** @description An error. */
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
      header?: {
        /** @description The `etag` that was read: nothing is changed (412) if somebody else changed it since. */
        'if-match'?: string;
      };
      path: {
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
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
          /** @description Whether its keys may only spend its balance. */
          prepaid?: boolean;
          /** @description Whether all calls of its keys are refused. */
          disabled?: boolean;
        };
      };
    };
    responses: {
      /** @description The response. */
      200: {
        headers: {
          /** @description As the field `etag`. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Account'];
        };
      };
      /** @description An error. */
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
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
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
          /** @description Makes it safe to repeat the request: an id is credited once. */
          id?: string;
          /** @description Dollars with at most nine decimals, such as "12.50". */
          amount: string | number;
          note?: string;
        };
      };
    };
    responses: {
      /** @description The response. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LedgerEntry'];
        };
      };
      /** @description An error. */
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
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
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
          /** @description Makes it safe to repeat the request: an id is credited once. */
          id?: string;
          /** @description Dollars with at most nine decimals, such as "12.50". */
          amount: string | number;
          note?: string;
        };
      };
    };
    responses: {
      /** @description The response. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LedgerEntry'];
        };
      };
      /** @description An error. */
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
        /** @description Maximum number of entries. */
        limit?: number;
        /** @description `next` of the previous page. */
        after?: string;
        account_id?: string;
        /** @description One of the groups of the key. */
        group?: string;
        status?: 'active' | 'disabled' | 'expired' | 'quota_exhausted';
        /** @description A part of the name, the display or the id. */
        query?: string;
        /** @description Keys that expire within so many days and were made for longer than that. */
        expires_within_days?: number;
        /** @description csv returns all pages as one file; the default is json unless the request accepts text/csv. */
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
            /** @description `after` of the next page; null on the last page. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description An error. */
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
          /** @description The group `default` by default. */
          groups?: [string];
          /** @description Patterns of call names; * matches any characters. */
          models?: string[];
          /** @description What the key may use; a field that is absent or null is unlimited. */
          limits?: {
            quota?: {
              /** @description Dollars per period. */
              amount?: string | number;
              /** @description Tokens per period. */
              tokens?: number;
              /**
               * @description When a new period begins, in UTC.
               * @default none
               * @enum {string}
               */
              reset?: 'none' | 'day' | 'week' | 'month';
            } | null;
            /** @description Dollars per window of 5 hours, 1 day or 7 days; its first call begins a window. */
            windows?: {
              /** @description Dollars with at most nine decimals, such as "12.50". */
              '5h'?: string | number;
              /** @description Dollars with at most nine decimals, such as "12.50". */
              '1d'?: string | number;
              /** @description Dollars with at most nine decimals, such as "12.50". */
              '7d'?: string | number;
            } | null;
            requests_per_minute?: number | null;
            tokens_per_minute?: number | null;
            /** @description Number of exchanges that may run at the same time. */
            concurrency?: number | null;
          };
          /** @description IP addresses and CIDR ranges, such as 192.0.2.0/24. */
          allowed_from?: string[];
          /** @description IP addresses and CIDR ranges, such as 192.0.2.0/24. */
          denied_from?: string[];
          /**
           * Format: date-time
           * @description RFC 3339 date and time, such as 2026-12-31T00:00:00Z.
           */
          expires_at?: string;
        };
      };
    };
    responses: {
      /** @description The response. */
      201: {
        headers: {
          /** @description As the field `etag`. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedKey'];
        };
      };
      /** @description An error. */
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
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          /** @description As the field `etag`. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Key'];
        };
      };
      /** @description An error. */
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
      header?: {
        /** @description The `etag` that was read: nothing is changed (412) if somebody else changed it since. */
        'if-match'?: string;
      };
      path: {
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
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
      /** @description An error. */
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
      header?: {
        /** @description The `etag` that was read: nothing is changed (412) if somebody else changed it since. */
        'if-match'?: string;
      };
      path: {
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
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
          /** @description The groups that the key may use; the first one is its default group. */
          groups?: [string];
          models?: string[] | null;
          /** @description Replaces all limits. */
          limits?: {
            quota?: {
              /** @description Dollars per period. */
              amount?: string | number;
              /** @description Tokens per period. */
              tokens?: number;
              /**
               * @description When a new period begins, in UTC.
               * @default none
               * @enum {string}
               */
              reset?: 'none' | 'day' | 'week' | 'month';
            } | null;
            /** @description Dollars per window of 5 hours, 1 day or 7 days; its first call begins a window. */
            windows?: {
              /** @description Dollars with at most nine decimals, such as "12.50". */
              '5h'?: string | number;
              /** @description Dollars with at most nine decimals, such as "12.50". */
              '1d'?: string | number;
              /** @description Dollars with at most nine decimals, such as "12.50". */
              '7d'?: string | number;
            } | null;
            requests_per_minute?: number | null;
            tokens_per_minute?: number | null;
            /** @description Number of exchanges that may run at the same time. */
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
      /** @description The response. */
      200: {
        headers: {
          /** @description As the field `etag`. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Key'];
        };
      };
      /** @description An error. */
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
      header?: {
        /** @description The `etag` that was read: nothing is changed (412) if somebody else changed it since. */
        'if-match'?: string;
      };
      path: {
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
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
           * @description How long the old secret keeps working.
           * @default 0
           */
          overlap_seconds?: number;
        };
      };
    };
    responses: {
      /** @description The response. */
      201: {
        headers: {
          /** @description As the field `etag`. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedKey'];
        };
      };
      /** @description An error. */
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
        /** @description csv returns all pages as one file; the default is json unless the request accepts text/csv. */
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
            /** @description `after` of the next page; null on the last page. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description An error. */
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
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          /** @description As the field `etag`. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Entity'];
        };
      };
      /** @description An error. */
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
      header?: {
        /** @description The `etag` that was read: nothing is changed (412) if somebody else changed it since. */
        'if-match'?: string;
        /** @description With `*`, nothing is replaced (412): only a new one is created. */
        'if-none-match'?: string;
      };
      path: {
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
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
          /** @description A provider by its id, such as openai or groq; for any other server openai-compatible, anthropic-compatible, gemini-compatible or responses-compatible, with a base_url. */
          provider: string;
          /** @description Replaces the base URLs of the provider: one URL, or one for each dialect. */
          base_url?:
            | string
            | {
                [key: string]: string;
              };
          /**
           * @description Calls the upstream in this dialect only.
           * @enum {string}
           */
          dialect?: 'openai-chat' | 'anthropic-messages' | 'gemini-generate' | 'openai-responses';
          /** @description The API key of the vendor; if absent, the stored one is kept; null removes it. */
          credential?: string | null;
          /** @description Headers that are sent with every call. */
          headers?: {
            [key: string]: string;
          };
          /** @description The HTTP proxy of the upstream, or none; by default that of the environment. */
          proxy?: 'none' | string;
          /** @description Certificates in PEM that are trusted besides those of the runtime. */
          ca?: string;
          /** @description The models of the upstream; by default those that it lists itself. */
          models?: string[];
          /** @description Seconds until a streamed response begins; 60 by default. */
          first_byte_timeout?: number;
          /** @description Seconds without data during a response; 60 by default. */
          idle_timeout?: number;
          /** @description Seconds for a call, from its start to the end of the response; 600 by default. */
          total_timeout?: number;
        };
      };
    };
    responses: {
      /** @description The response. */
      200: {
        headers: {
          /** @description As the field `etag`. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Entity'];
        };
      };
      /** @description An error. */
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
      header?: {
        /** @description The `etag` that was read: nothing is changed (412) if somebody else changed it since. */
        'if-match'?: string;
      };
      path: {
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
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
      /** @description An error. */
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
        /** @description csv returns all pages as one file; the default is json unless the request accepts text/csv. */
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
            /** @description `after` of the next page; null on the last page. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description An error. */
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
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          /** @description As the field `etag`. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Entity'];
        };
      };
      /** @description An error. */
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
      header?: {
        /** @description The `etag` that was read: nothing is changed (412) if somebody else changed it since. */
        'if-match'?: string;
        /** @description With `*`, nothing is replaced (412): only a new one is created. */
        'if-none-match'?: string;
      };
      path: {
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
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
          /** @description A list of upstreams, each with the name of the model there; one of them answers. */
          targets: {
            /** @description The name of an upstream. */
            upstream: string;
            /** @description The name of the model at the upstream; by default the call name. */
            model?: string;
            /**
             * @description Targets with a lower priority are tried first.
             * @default 0
             */
            priority?: number;
            /**
             * @description The share of the calls among equal targets.
             * @default 1
             */
            weight?: number;
          }[];
          display_name?: string;
          owned_by?: string;
          max_input_tokens?: number;
          /** @description Whether a prompt may contain images; by default as the upstreams list it. */
          accepts_images?: boolean;
          /** @description Corrects what Parley guesses about a model from its name and provider. */
          profile?: {
            max_output_tokens?: number;
            /** @enum {string} */
            output_limit_field?: 'max_tokens' | 'max_completion_tokens';
            /** @enum {string} */
            seed_field?: 'seed' | 'random_seed';
            service_tiers?: ('auto' | 'default' | 'flex' | 'scale' | 'priority' | 'fast')[];
            sampling?: boolean;
            stop_strings?: boolean;
            max_temperature?: number;
            /** @enum {string} */
            reasoning?: 'none' | 'effort' | 'budget' | 'adaptive';
            efforts?: ('none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max')[];
            effort_beside_tools?: boolean;
            /** @enum {string} */
            thinking_switch?: 'none' | 'thinking' | 'enable-thinking';
            /** @enum {string} */
            tool_choice?: 'subset' | 'named' | 'required' | 'auto';
            /** @enum {string} */
            json_output?: 'any' | 'schema' | 'object' | 'none';
            json_beside_tools?: boolean;
            /** @enum {string} */
            schema_subset?: 'all' | 'grammar' | 'moonshot';
            rejected_fields?: string[];
            echoes_reasoning?: boolean;
            strict_history?: boolean;
            /** @enum {string} */
            instruction_role?: 'system' | 'developer';
            late_instructions?: boolean;
            freeform_tools?: boolean;
            cache_marks?: boolean;
            prefill?: boolean;
            /** @enum {string} */
            structured_output?: 'none' | 'output-config' | 'output-format';
            max_tools?: number;
            max_tool_name?: number;
            /** @description What the model accepts in the native format of Gemini. */
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
      /** @description The response. */
      200: {
        headers: {
          /** @description As the field `etag`. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Entity'];
        };
      };
      /** @description An error. */
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
      header?: {
        /** @description The `etag` that was read: nothing is changed (412) if somebody else changed it since. */
        'if-match'?: string;
      };
      path: {
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
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
      /** @description An error. */
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
        /** @description csv returns all pages as one file; the default is json unless the request accepts text/csv. */
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
            /** @description `after` of the next page; null on the last page. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description An error. */
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
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          /** @description As the field `etag`. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Entity'];
        };
      };
      /** @description An error. */
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
      header?: {
        /** @description The `etag` that was read: nothing is changed (412) if somebody else changed it since. */
        'if-match'?: string;
        /** @description With `*`, nothing is replaced (412): only a new one is created. */
        'if-none-match'?: string;
      };
      path: {
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
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
           * @description Counts tokens with the upstream, by an estimate or not at all; by default off for the family chat-completions, otherwise native.
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
           * @description Maps other names, such as those of coding assistants, to call names; the first rule that matches applies.
           * @default []
           */
          tiers?: (
            | {
                /** @constant */
                match: 'exact';
                name: string;
                /** @description The call name of this group to which the name leads. */
                to: string;
                /**
                 * @description The reasoning effort of requests that set none.
                 * @enum {string}
                 */
                effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';
              }
            | {
                /** @constant */
                match: 'glob';
                /** @description * stands for any characters. */
                name: string;
                /** @description The call name of this group to which the name leads. */
                to: string;
                /**
                 * @description The reasoning effort of requests that set none.
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
                /** @description The call name of this group to which the name leads. */
                to: string;
                /**
                 * @description The reasoning effort of requests that set none.
                 * @enum {string}
                 */
                effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';
              }
          )[];
          /**
           * @description Whether the holder of a key may replace its secret.
           * @default false
           */
          holders_may_rotate?: boolean;
          /**
           * @description What a client pays that disconnects before the response begins: its prompt, once the upstream has all of it, or nothing.
           * @default prompt
           * @enum {string}
           */
          departed?: 'prompt' | 'free';
          /**
           * @description The factor of its prices.
           * @default 1
           */
          multiplier?: number;
        };
      };
    };
    responses: {
      /** @description The response. */
      200: {
        headers: {
          /** @description As the field `etag`. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Entity'];
        };
      };
      /** @description An error. */
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
      header?: {
        /** @description The `etag` that was read: nothing is changed (412) if somebody else changed it since. */
        'if-match'?: string;
      };
      path: {
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
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
      /** @description An error. */
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
        /** @description csv returns all pages as one file; the default is json unless the request accepts text/csv. */
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
            /** @description `after` of the next page; null on the last page. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description An error. */
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
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          /** @description As the field `etag`. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Entity'];
        };
      };
      /** @description An error. */
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
      header?: {
        /** @description The `etag` that was read: nothing is changed (412) if somebody else changed it since. */
        'if-match'?: string;
        /** @description With `*`, nothing is replaced (412): only a new one is created. */
        'if-none-match'?: string;
      };
      path: {
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
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
          /** @description The models that have the price: <upstream>/<model>; * stands for any characters. */
          match: string & (unknown & unknown);
          /**
           * Format: date
           * @description The first day of the price, in UTC.
           */
          from?: string;
          /**
           * @description The models are free; instead of prices.
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
          /** @description Dollars per million tokens; as input if absent. */
          audio_input?: number;
          /** @description Dollars per million tokens; as output if absent. */
          audio_output?: number;
          /** @description Dollars per million tokens; as input if absent. */
          image_input?: number;
          /** @description Dollars per million tokens; as output if absent. */
          image_output?: number;
          /** @description Dollars per million tokens; as input if absent. */
          video_input?: number;
          /** @description Dollars per million tokens; as output if absent. */
          video_output?: number;
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
            /** @description Dollars per million tokens; as input if absent. */
            audio_input?: number;
            /** @description Dollars per million tokens; as output if absent. */
            audio_output?: number;
            /** @description Dollars per million tokens; as input if absent. */
            image_input?: number;
            /** @description Dollars per million tokens; as output if absent. */
            image_output?: number;
            /** @description Dollars per million tokens; as input if absent. */
            video_input?: number;
            /** @description Dollars per million tokens; as output if absent. */
            video_output?: number;
          }[];
          /** @description Factors of the price for services that the upstream reports, such as a service tier. */
          services?: {
            [key: string]: number;
          };
          /** @description What is charged beside tokens; the fees that Parley knows of the model if absent. */
          fees?: {
            /** @description Dollars per 1,000 searches of the web. */
            web_search?: number;
            /** @description Dollars per 1,000 searches of X. */
            x_search?: number;
            /** @description Dollars per 1,000 searches of files. */
            file_search?: number;
            /** @description Dollars per 1,000 runs of code. */
            code_execution?: number;
            /** @description Dollars per 1,000 replies that are grounded in maps. */
            maps?: number;
            /** @description Dollars per 1,000 replies that searched the web, instead of web_search. */
            grounded_prompt?: number;
            /** @description Dollars per 1,000 requests, whatever they use. */
            request?: number;
          };
        };
      };
    };
    responses: {
      /** @description The response. */
      200: {
        headers: {
          /** @description As the field `etag`. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Entity'];
        };
      };
      /** @description An error. */
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
      header?: {
        /** @description The `etag` that was read: nothing is changed (412) if somebody else changed it since. */
        'if-match'?: string;
      };
      path: {
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
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
      /** @description An error. */
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Configuration'];
        };
      };
      /** @description An error. */
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
        /** @description The id of the key that would make the call. */
        key_id?: string;
        /** @description A group instead of a key. */
        group?: string;
        /** @description csv returns all pages as one file; the default is json unless the request accepts text/csv. */
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
            /** @description `after` of the next page; null on the last page. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description An error. */
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
        /** @description The id of the key that would make the call. */
        key_id?: string;
        /** @description A group instead of a key. */
        group?: string;
        /** @description The value of `model` in a request. */
        model: string;
        /** @description The format of the request: among targets of equal priority, those that use it come first. */
        inbound?: 'openai-chat' | 'anthropic-messages' | 'gemini-generate' | 'openai-responses';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Resolution'];
        };
      };
      /** @description An error. */
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
        /** @description csv returns all pages as one file; the default is json unless the request accepts text/csv. */
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
            /** @description `after` of the next page; null on the last page. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description An error. */
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
        /** @description csv returns all pages as one file; the default is json unless the request accepts text/csv. */
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
            /** @description `after` of the next page; null on the last page. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description An error. */
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
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UpstreamTest'];
        };
      };
      /** @description An error. */
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
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UpstreamHealth'];
        };
      };
      /** @description An error. */
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
        /** @description Maximum number of entries. */
        limit?: number;
        /** @description `next` of the previous page. */
        after?: string;
        key_id?: string;
        account_id?: string;
        group?: string;
        /** @description The call name. */
        model?: string;
        upstream?: string;
        outcome?: 'completed' | 'failed' | 'canceled';
        pricing?: 'priced' | 'free' | 'quarantined';
        /** @description RFC 3339 date and time, such as 2026-12-31T00:00:00Z. */
        from?: string;
        /** @description RFC 3339 date and time, such as 2026-12-31T00:00:00Z. */
        until?: string;
        /** @description The HTTP status of the response to the client: 404, or 4xx for the whole class. */
        status?: string;
        /** @description In dollars: the minimum charge. */
        min_amount?: string | number;
        /** @description The minimum time until the first byte. */
        min_first_byte_ms?: number;
        /** @description A part of the error code, reason or message, the call name or the request id. */
        query?: string;
        /** @description csv returns all pages as one file; the default is json unless the request accepts text/csv. */
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
            /** @description `after` of the next page; null on the last page. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description An error. */
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
        /** @description RFC 3339 date and time, such as 2026-12-31T00:00:00Z. */
        from?: string;
        /** @description RFC 3339 date and time, such as 2026-12-31T00:00:00Z. */
        until?: string;
        /** @description The HTTP status of the response to the client: 404, or 4xx for the whole class. */
        status?: string;
        /** @description In dollars: the minimum charge. */
        min_amount?: string | number;
        /** @description The minimum time until the first byte. */
        min_first_byte_ms?: number;
        /** @description A part of the error code, reason or message, the call name or the request id. */
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
      /** @description An error. */
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
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Exchange'];
        };
      };
      /** @description An error. */
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
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Explanation'];
        };
      };
      /** @description An error. */
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
        /** @description The dimensions to group by, separated by commas: time, day, hour, account, key, group, model, upstream, upstream_model. Choose at most one of time (steps of 15 minutes), day and hour. */
        by?: string;
        /** @description The IANA name of the time zone of days and hours. */
        time_zone?: string;
        /** @description RFC 3339 date and time, such as 2026-12-31T00:00:00Z. */
        from?: string;
        /** @description RFC 3339 date and time, such as 2026-12-31T00:00:00Z. */
        until?: string;
        account_id?: string;
        key_id?: string;
        group?: string;
        model?: string;
        upstream?: string;
        /** @description csv returns all pages as one file; the default is json unless the request accepts text/csv. */
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
            /** @description `after` of the next page; null on the last page. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description An error. */
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
        /** @description RFC 3339 date and time, such as 2026-12-31T00:00:00Z. */
        from?: string;
        /** @description RFC 3339 date and time, such as 2026-12-31T00:00:00Z. */
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Latency'];
        };
      };
      /** @description An error. */
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
        /** @description Maximum number of entries. */
        limit?: number;
        /** @description `next` of the previous page. */
        after?: string;
        account_id?: string;
        key_id?: string;
        request_id?: string;
        kind?: 'top-up' | 'adjustment' | 'charge';
        /** @description RFC 3339 date and time, such as 2026-12-31T00:00:00Z. */
        from?: string;
        /** @description RFC 3339 date and time, such as 2026-12-31T00:00:00Z. */
        until?: string;
        /** @description csv returns all pages as one file; the default is json unless the request accepts text/csv. */
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
            /** @description `after` of the next page; null on the last page. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description An error. */
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LedgerReport'];
        };
      };
      /** @description An error. */
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QuarantineReport'];
        };
      };
      /** @description An error. */
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
        /** @description Maximum number of entries. */
        limit?: number;
        /** @description `next` of the previous page. */
        after?: string;
        subject_kind?: string;
        subject_id?: string;
        /** @description Such as cli, or token: followed by the id of a token. */
        actor?: string;
        /** @description Such as key.create. */
        action?: string;
        /** @description RFC 3339 date and time, such as 2026-12-31T00:00:00Z. */
        from?: string;
        /** @description RFC 3339 date and time, such as 2026-12-31T00:00:00Z. */
        until?: string;
        /** @description csv returns all pages as one file; the default is json unless the request accepts text/csv. */
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
            /** @description `after` of the next page; null on the last page. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description An error. */
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
  createWebhookTest: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookTest'];
        };
      };
      /** @description An error. */
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
        /** @description Maximum number of entries. */
        limit?: number;
        /** @description `next` of the previous page. */
        after?: string;
        /** @description csv returns all pages as one file; the default is json unless the request accepts text/csv. */
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
            /** @description `after` of the next page; null on the last page. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description An error. */
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
          /** @description As the OpenID provider verifies it. */
          email: string;
          /**
           * @description A viewer may only read.
           * @default viewer
           * @enum {string}
           */
          role?: 'admin' | 'viewer';
        };
      };
    };
    responses: {
      /** @description The response. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['User'];
        };
      };
      /** @description An error. */
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
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
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
      /** @description An error. */
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
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
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
           * @description A viewer may only read.
           * @enum {string}
           */
          role?: 'admin' | 'viewer';
          /** @description A disabled user is signed out immediately. */
          disabled?: boolean;
        };
      };
    };
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['User'];
        };
      };
      /** @description An error. */
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
        /** @description csv returns all pages as one file; the default is json unless the request accepts text/csv. */
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
            /** @description `after` of the next page; null on the last page. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description An error. */
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
           * @description A viewer may only read.
           * @default viewer
           * @enum {string}
           */
          role?: 'admin' | 'viewer';
        };
      };
    };
    responses: {
      /** @description The response. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedAdminToken'];
        };
      };
      /** @description An error. */
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
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
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
      /** @description An error. */
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
  createSignInTest: {
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignInTest'];
        };
      };
      /** @description An error. */
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
      /** @description The response. */
      200: {
        headers: {
          /** @description As the field `etag`. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OwnKey'];
        };
      };
      /** @description An error. */
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
        /** @description csv returns all pages as one file; the default is json unless the request accepts text/csv. */
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
            /** @description `after` of the next page; null on the last page. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description An error. */
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
        /** @description The value of `model` in a request. */
        model: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OwnResolution'];
        };
      };
      /** @description An error. */
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
        /** @description The dimensions to group by, separated by commas: time, day, hour, group, model. Choose at most one of time (steps of 15 minutes), day and hour. */
        by?: string;
        /** @description The IANA name of the time zone of days and hours. */
        time_zone?: string;
        /** @description RFC 3339 date and time, such as 2026-12-31T00:00:00Z. */
        from?: string;
        /** @description RFC 3339 date and time, such as 2026-12-31T00:00:00Z. */
        until?: string;
        group?: string;
        model?: string;
        /** @description csv returns all pages as one file; the default is json unless the request accepts text/csv. */
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
            /** @description `after` of the next page; null on the last page. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description An error. */
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
        /** @description RFC 3339 date and time, such as 2026-12-31T00:00:00Z. */
        from?: string;
        /** @description RFC 3339 date and time, such as 2026-12-31T00:00:00Z. */
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Latency'];
        };
      };
      /** @description An error. */
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
        /** @description Maximum number of entries. */
        limit?: number;
        /** @description `next` of the previous page. */
        after?: string;
        group?: string;
        /** @description The call name. */
        model?: string;
        outcome?: 'completed' | 'failed' | 'canceled';
        pricing?: 'priced' | 'free' | 'quarantined';
        /** @description RFC 3339 date and time, such as 2026-12-31T00:00:00Z. */
        from?: string;
        /** @description RFC 3339 date and time, such as 2026-12-31T00:00:00Z. */
        until?: string;
        /** @description The HTTP status of the response to the client: 404, or 4xx for the whole class. */
        status?: string;
        /** @description In dollars: the minimum charge. */
        min_amount?: string | number;
        /** @description The minimum time until the first byte. */
        min_first_byte_ms?: number;
        /** @description A part of the error code, reason or message, the call name or the request id. */
        query?: string;
        /** @description csv returns all pages as one file; the default is json unless the request accepts text/csv. */
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
            /** @description `after` of the next page; null on the last page. */
            next: string | null;
          };
          'text/csv': string;
        };
      };
      /** @description An error. */
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
        /** @description RFC 3339 date and time, such as 2026-12-31T00:00:00Z. */
        from?: string;
        /** @description RFC 3339 date and time, such as 2026-12-31T00:00:00Z. */
        until?: string;
        /** @description The HTTP status of the response to the client: 404, or 4xx for the whole class. */
        status?: string;
        /** @description In dollars: the minimum charge. */
        min_amount?: string | number;
        /** @description The minimum time until the first byte. */
        min_first_byte_ms?: number;
        /** @description A part of the error code, reason or message, the call name or the request id. */
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
      /** @description An error. */
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
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OwnExchange'];
        };
      };
      /** @description An error. */
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
        /** @description The `id` or `name` of the object; write a slash in it as %2F. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OwnExplanation'];
        };
      };
      /** @description An error. */
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
           * @description How long the old secret keeps working.
           * @default 0
           */
          overlap_seconds?: number;
        };
      };
    };
    responses: {
      /** @description The response. */
      201: {
        headers: {
          /** @description As the field `etag`. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedKey'];
        };
      };
      /** @description An error. */
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
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description An error. */
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
