/** Tests of upstreams with their results, until the page is left. */
import { useState } from 'react';
import { fetchClient, refresh, type View } from '../../api/client.ts';

export type UpstreamTest =
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly result: View<'UpstreamTest'> }
  | { readonly state: 'failed'; readonly error: unknown };

export function useTests() {
  const [tests, setTests] = useState<Readonly<Record<string, UpstreamTest>>>({});
  const test = async (name: string) => {
    const note = (outcome: UpstreamTest) => setTests((before) => ({ ...before, [name]: outcome }));
    note({ state: 'running' });
    try {
      const { data } = await fetchClient.POST('/admin/v1/upstreams/{id}/tests', {
        params: { path: { id: name } },
        body: {},
      });
      if (data !== undefined) note({ state: 'done', result: data });
      // The test may have returned new models.
      await refresh('/admin/v1/health', '/admin/v1/call-names');
    } catch (error) {
      note({ state: 'failed', error });
    }
  };
  return { tests, test };
}
