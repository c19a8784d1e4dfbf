/** A self-signed certificate, for tests of TLS failures. */
import { generateKeyPairSync, sign } from 'node:crypto';
import type { TlsIdentity } from '../upstream/listener.ts';

/** Encodes one value in DER (ITU-T X.690): tag, length, content. */
function der(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(contents);
  const length = content.length;
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const text = (tag: number, value: string) => der(tag, Buffer.from(value, 'ascii'));
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const octets = (content: Uint8Array) => der(0x04, content);
const bits = (content: Uint8Array) => der(0x03, Buffer.from([0]), content);

/** `ecdsa-with-SHA256`, `id-at-commonName` and `id-ce-subjectAltName`. */
const signatureAlgorithm = sequence(objectId('2a8648ce3d040302'));
const commonName = objectId('550403');
const subjectAltName = objectId('551d11');

function createName(name: string): Uint8Array {
  return sequence(der(0x31, sequence(commonName, text(0x0c, name))));
}

/** All parts of a certificate except its signature (RFC 5280 §4.1). */
function createCertificateBody(publicKey: Uint8Array): Uint8Array {
  const name = createName('scripted upstream');
  const addresses = sequence(der(0x87, Buffer.from([127, 0, 0, 1])), text(0x82, 'localhost'));
  return sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    signatureAlgorithm,
    name,
    sequence(text(0x18, '20200101000000Z'), text(0x18, '20991231235959Z')),
    name,
    publicKey,
    der(0xa3, sequence(sequence(subjectAltName, octets(addresses)))),
  );
}

function writePem(certificate: Uint8Array): string {
  const lines =
    Buffer.from(certificate)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** A new key with a self-signed certificate for 127.0.0.1. Clients do not trust it by default. */
export function createUntrustedIdentity(): TlsIdentity {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = createCertificateBody(publicKey.export({ type: 'spki', format: 'der' }));
  const certificate = sequence(body, signatureAlgorithm, bits(sign('sha256', body, privateKey)));
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { key, cert: writePem(certificate) };
}
