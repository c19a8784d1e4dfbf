/** The endpoints `/admin/v1/call-names` and `/admin/v1/resolve`. */
import { defineEndpoint, defineList, type AdminEndpoint } from '../shared/endpoint.ts';
import { callNameQuery, callNameView, listCallNames } from './call-names.ts';
import { explainName, resolutionQuery, resolutionView } from './resolution.ts';

export const modelEndpoints: readonly AdminEndpoint[] = [
  defineList({
    method: 'GET',
    path: '/call-names',
    summary: 'List the call names of a key or a group with prices and targets',
    description:
      'Contains the call names of the default group, and those of every group with its fingerprint. Prices are what a client pays: the sale price, or else that of the first target that has one, times the multiplier of the group.',
    query: callNameQuery,
    response: callNameView,
    run: ({ operator, query }) => listCallNames(operator, query),
  }),
  defineEndpoint({
    method: 'GET',
    path: '/resolve',
    summary: 'Explain which targets a call name leads to',
    description:
      'Calls no upstream. Lists the targets in the order in which a call would try them now, each but the first with the reason why it comes later or is never tried.',
    query: resolutionQuery,
    response: resolutionView,
    run: ({ operator, query }) => explainName(operator, query),
  }),
];
