/** What the gateway is about to offer and its document does not describe yet. */
import type { View } from './client.ts';

interface Read<Answer, Path extends { path?: unknown } = { path?: never }> {
  parameters: { query?: never; header?: never; path?: never; cookie?: never };
  get: {
    parameters: Path & {
      query?: Record<string, string | number | undefined>;
      header?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: Record<string, unknown>;
        content: { 'application/json': Answer };
      };
    };
  };
}

interface List<Item> {
  object: 'list';
  data: Item[];
  next: string | null;
}

export interface Percentiles {
  p50: number;
  p95: number;
}

export interface Latency {
  object: 'latency';
  requests: number;
  first_byte: Percentiles | null;
  duration: Percentiles | null;
}

declare module './openapi.ts' {
  interface paths {
    '/admin/v1/latency': Read<Latency>;
    '/key/v1/key': Read<View<'Key'> & { may_rotate: boolean }>;
    '/key/v1/call-names': Read<List<View<'CallName'>>>;
    '/key/v1/usage': Read<List<View<'UsageSum'>>>;
    '/key/v1/latency': Read<Latency>;
    '/key/v1/exchanges': Read<List<View<'Exchange'>>>;
    '/key/v1/exchanges/{id}': Read<View<'Exchange'>, { path: { id: string } }>;
    '/key/v1/rotations': {
      parameters: { query?: never; header?: never; path?: never; cookie?: never };
      post: {
        parameters: { query?: never; header?: never; path?: never; cookie?: never };
        requestBody: { content: { 'application/json': { overlap_seconds?: number } } };
        responses: {
          201: {
            headers: Record<string, unknown>;
            content: { 'application/json': View<'CreatedKey'> };
          };
        };
      };
    };
  }
}
