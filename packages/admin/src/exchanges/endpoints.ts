/** The endpoints below `/admin/v1/exchanges`. */
import {
  defineEndpoint,
  definePagedList,
  defineStream,
  type AdminEndpoint,
} from '../shared/endpoint.ts';
import { exchangeView } from './exchange.ts';
import { explainExchange, explanationView } from './exchange-cost.ts';
import {
  exchangeFilter,
  exchangeQuery,
  listExchanges,
  readExchange,
  searchedPage,
} from './exchanges.ts';
import { followExchanges } from './live-exchanges.ts';

export const exchangeEndpoints: readonly AdminEndpoint[] = [
  definePagedList({
    method: 'GET',
    path: '/exchanges',
    summary: 'List exchanges, newest first',
    description: `With filters other than \`key_id\`, \`account_id\`, \`from\` and \`until\`, ${searchedPage}`,
    query: exchangeQuery,
    response: exchangeView,
    run: ({ operator, query }) => listExchanges(operator, query),
  }),
  defineStream({
    method: 'GET',
    path: '/exchanges/live',
    summary: 'Follow exchanges as they are settled',
    description:
      'The first event is `ready`. The data of each event `exchanges` is `{"data":[…]}` with objects of ' +
      'the schema Exchange, newest last; each exchange is sent once, whichever process settled it. An ' +
      'event `skipped` with the data `{"count":…}` means that at least so many exchanges were left out. ' +
      'After 15 seconds without events a comment is sent. The stream ends after ten minutes; then connect ' +
      'again.',
    query: exchangeFilter,
    run: ({ gateway, operator, query, signal }) => {
      const { keepAliveMs } = gateway.limits;
      return followExchanges(operator, query, { signal, keepAliveMs });
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: '/exchanges/:id',
    summary: 'Get an exchange by its request id',
    response: exchangeView,
    run: ({ operator, id }) => readExchange(operator, id),
  }),
  defineEndpoint({
    method: 'GET',
    path: '/exchanges/:id/cost',
    summary: 'Explain the cost of an exchange',
    description:
      'One line per attempt and kind of token: the count, the price per million and the product.',
    response: explanationView,
    run: ({ operator, id }) => explainExchange(operator, id),
  }),
];
