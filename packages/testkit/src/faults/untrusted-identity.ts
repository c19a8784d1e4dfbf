/** A certificate that nobody trusts, and that of its authority, for tests of TLS. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { TlsIdentity } from '../upstream/listener.ts';

/** Encodes one value in DER (ITU-T X.690): tag, length, content. */
function der(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(contents);
  const length = content.length;
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  const head = length < 128 ? [tag, length] : [tag, ...long];
  return Buffer.concat([Buffer.from(head), content]);
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const text = (tag: number, value: string) => der(tag, Buffer.from(value, 'ascii'));
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const octets = (content: Uint8Array) => der(0x04, content);
const bits = (content: Uint8Array) => der(0x03, Buffer.from([0]), content);

/** `ecdsa-with-SHA256`, `id-at-commonName`, `id-ce-subjectAltName` and `id-ce-basicConstraints`. */
const signatureAlgorithm = sequence(objectId('2a8648ce3d040302'));
const commonName = objectId('550403');
const subjectAltName = objectId('551d11');
const basicConstraints = objectId('551d13');

const yes = der(0x01, Buffer.from([0xff]));
const authorityName = 'scripted authority';

function createName(name: string): Uint8Array {
  return sequence(der(0x31, sequence(commonName, text(0x0c, name))));
}

interface CertificateParts {
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly extension: Uint8Array;
}

/** All parts of a certificate except its signature (RFC 5280 §4.1). */
function createCertificateBody({ subject, publicKey, extension }: CertificateParts): Uint8Array {
  return sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    signatureAlgorithm,
    createName(authorityName),
    sequence(text(0x18, '20200101000000Z'), text(0x18, '20991231235959Z')),
    createName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  );
}

function writePem(certificate: Uint8Array): string {
  const lines =
    Buffer.from(certificate)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function createCertificate(parts: CertificateParts, signer: KeyObject): string {
  const body = createCertificateBody(parts);
  return writePem(sequence(body, signatureAlgorithm, bits(sign('sha256', body, signer))));
}

const createKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** An identity whose certificate clients trust only if they trust the authority that signed it. */
export interface UntrustedIdentity extends TlsIdentity {
  /** The certificate of the authority, in PEM. */
  readonly ca: string;
}

/** A new key with a certificate for 127.0.0.1 and localhost, of an authority that is new as well. */
export function createUntrustedIdentity(): UntrustedIdentity {
  const authority = createKeys();
  const own = createKeys();
  const addresses = sequence(der(0x87, Buffer.from([127, 0, 0, 1])), text(0x82, 'localhost'));
  const isAuthority = { subject: authorityName, publicKey: authority.publicKey };
  const isServer = { subject: 'scripted upstream', publicKey: own.publicKey };
  const names = sequence(subjectAltName, octets(addresses));
  const constraints = sequence(basicConstraints, yes, octets(sequence(yes)));
  return {
    key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: createCertificate({ ...isServer, extension: names }, authority.privateKey),
    ca: createCertificate({ ...isAuthority, extension: constraints }, authority.privateKey),
  };
}
