import { expect, it } from 'vitest';
import { describeConnectionFailure, ProxyUnreachableError } from './connection-failure.ts';

const withCode = (code: string, message = 'x') => Object.assign(new Error(message), { code });

it.each<readonly [string, unknown]>([
  ['its certificate is not trusted', withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE')],
  ['its certificate is not trusted', withCode('UNABLE_TO_GET_ISSUER_CERT_LOCALLY')],
  ['its certificate is not trusted', withCode('DEPTH_ZERO_SELF_SIGNED_CERT')],
  ['its certificate is not trusted', withCode('SELF_SIGNED_CERT_IN_CHAIN')],
  ['its certificate is not trusted', withCode('CERT_HAS_EXPIRED')],
  ['its certificate is not trusted', withCode('ERR_TLS_CERT_ALTNAME_INVALID')],
  [
    'the certificate of its proxy is not trusted',
    new ProxyUnreachableError(withCode('CERT_HAS_EXPIRED')),
  ],
  ['its proxy cannot be reached', new ProxyUnreachableError(withCode('ECONNREFUSED'))],
  ['its proxy cannot be reached', new ProxyUnreachableError('no error')],
  ['its proxy answered with status 502', new Error('Proxy response (502) !== 200')],
  ['its proxy answered with status 407', new Error('Proxy Authentication Required (407)')],
  ['its proxy closed the connection', withCode('UND_ERR_PRX_CONN')],
  ['the gateway has too many open files', withCode('EMFILE')],
  ['the gateway has too many open files', new ProxyUnreachableError(withCode('ENFILE'))],
  ['its proxy did not answer in time', withCode('UND_ERR_HEADERS_TIMEOUT')],
])('a failed call says: %s', (explanation, error) => {
  expect(describeConnectionFailure(true, error)).toMatchObject({
    ...{ beforeResponse: true, cause: error },
    message: `The connection to the upstream failed, because ${explanation}.`,
  });
});

it.each([withCode('ECONNRESET', 'CERT_HAS_EXPIRED'), new Error('x'), 'no error'])(
  'other failures are not explained: %s',
  (error) => {
    const plain = describeConnectionFailure(false, undefined).message;
    expect(describeConnectionFailure(false, error)).toMatchObject({
      ...{ beforeResponse: false, message: plain },
    });
  },
);
