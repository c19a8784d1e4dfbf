/**
 * The parts of undici that the transport uses. Its main module also loads `fetch`, caches, mocks and web sockets,
 * which cost 10 MB of memory and 25 ms at each start.
 */
import connect from 'undici/lib/api/api-connect.js';
import buildConnector from 'undici/lib/core/connect.js';
import symbols from 'undici/lib/core/symbols.js';
import Client from 'undici/lib/dispatcher/client.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';

// The main module adds this method; a proxy agent opens its tunnels with it.
Object.assign(Dispatcher.prototype, { connect });

export { buildConnector, Client, Pool, ProxyAgent, symbols };
