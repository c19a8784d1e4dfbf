// "Requests": pages of other origins in a browser.
import { checkEqual, checkMatch, checkStatus } from '../check.ts';
import { clientFormats } from '../formats/client-formats.ts';
import type { Reply } from '../http/client.ts';
import { allowedOrigin } from '../gateway/configuration.ts';
import type { Scenario } from '../scenario.ts';
import { forEachCase } from './expect.ts';

const asked = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type,x-stainless-lang',
};

const originIn = ({ headers }: Reply): string | undefined => headers['access-control-allow-origin'];

export const corsScenarios: readonly Scenario[] = [
  {
    id: 'cors-off',
    title: 'a page of an origin that nobody allowed gets neither a preflight nor an answer to read',
    rules: ['cors-off'],
    needs: 'key',
    async run({ send, target: { model } }) {
      const origin = 'https://nobody-allowed.example';
      for (const clientFormat of clientFormats) {
        const call = clientFormat.ask({ model, prompt: 'Say hello.' });
        const preflight = { ...asked, origin };
        const { path } = call;
        checkEqual(
          originIn(await send({ method: 'OPTIONS', path, headers: preflight })),
          undefined,
          path,
        );
        const headers = { ...call.headers, origin };
        checkEqual(originIn(await send({ ...call, headers })), undefined, path);
      }
    },
  },
  {
    id: 'cors-allowed',
    title: 'a page of an allowed origin asks and reads, in every format, and never the admin API',
    rules: ['cors-allowed'],
    needs: 'upstream',
    async run({ send, target: { adminToken = null } }) {
      const origin = allowedOrigin;
      for (const clientFormat of clientFormats) {
        await forEachCase([false, true], async (stream) => {
          const call = clientFormat.ask({ model: 'by-chat', prompt: 'Say hello.', stream });
          const preflight = { ...asked, origin };
          const allowed = await send({ method: 'OPTIONS', path: call.path, headers: preflight });
          checkStatus(allowed, 204);
          checkEqual(originIn(allowed), origin, 'the origin');
          const names = allowed.headers['access-control-allow-headers'] ?? '';
          checkMatch(names, /authorization.*x-stainless-lang/, 'the allowed headers');
          const reply = await send({ ...call, headers: { ...call.headers, origin } });
          checkStatus(reply, 200);
          checkEqual(originIn(reply), origin, 'the origin');
          checkEqual(reply.headers['access-control-expose-headers'], '*', 'the headers to read');
        });
      }
      const path = '/admin/v1/keys';
      const reply = await send({ path, key: adminToken, headers: { origin } });
      checkEqual(originIn(reply), undefined, 'the admin API');
      const preflight = await send({ method: 'OPTIONS', path, headers: { ...asked, origin } });
      checkEqual(originIn(preflight), undefined, 'the admin API');
    },
  },
];
