/** The endpoint `/admin/v1/audit`. */
import { definePagedList, type AdminEndpoint } from '../shared/endpoint.ts';
import { auditQuery, auditView, listAudit } from './audit-log.ts';

export const auditEndpoints: readonly AdminEndpoint[] = [
  definePagedList({
    method: 'GET',
    path: '/audit',
    summary: 'List the audit log, newest first',
    query: auditQuery,
    response: auditView,
    run: ({ operator, query }) => listAudit(operator, query),
  }),
];
