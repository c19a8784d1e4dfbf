/** Explains why a call over undici failed, without a URL or a credential. */
import { tooManyFiles, UpstreamConnectionError } from '@parley/core';

/** The proxy itself cannot be reached. */
export class ProxyUnreachableError extends Error {
  constructor(cause: unknown) {
    super('The proxy cannot be reached.', { cause });
    this.name = 'ProxyUnreachableError';
  }
}

/** Codes of Node for a certificate that is not trusted. https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const certificateCode =
  /^(?:UNABLE_TO_(?:GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|CERT_|ERR_TLS_CERT_)/;

const proxyStatus = /^Proxy response \((\d{3})\)/;

/** @param beforeResponse whether no byte of a response had arrived */
export function describeConnectionFailure(
  beforeResponse: boolean,
  error: unknown,
): UpstreamConnectionError {
  return new UpstreamConnectionError(beforeResponse, error, explain(error));
}

/** The errors of undici's proxy agent; time-outs other than that of the proxy's answer are turned off. */
function explain(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof ProxyUnreachableError) {
    if (isOutOfFiles(error.cause)) return tooManyFiles;
    return isCertificateFault(error.cause)
      ? 'the certificate of its proxy is not trusted'
      : 'its proxy cannot be reached';
  }
  if (isOutOfFiles(error)) return tooManyFiles;
  if (isCertificateFault(error)) return 'its certificate is not trusted';
  const status = proxyStatus.exec(error.message)?.[1];
  if (status !== undefined) return `its proxy answered with status ${status}`;
  if (error.message.startsWith('Proxy Authentication Required')) {
    return 'its proxy answered with status 407';
  }
  const code = codeOf(error);
  if (code === 'UND_ERR_PRX_CONN') return 'its proxy closed the connection';
  return code === 'UND_ERR_HEADERS_TIMEOUT' ? 'its proxy did not answer in time' : undefined;
}

/** The limit of this process, or of the machine. */
function isOutOfFiles(error: unknown): boolean {
  return /^E[MN]FILE$/.test(codeOf(error));
}

function isCertificateFault(error: unknown): boolean {
  return certificateCode.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
