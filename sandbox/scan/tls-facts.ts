import { checkServerIdentity, connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { loopbackLookup } from './target.ts';
import type { Certificate } from './wire.ts';

/** What one TLS connection showed. Times are milliseconds since the Unix epoch. */
export interface TlsFacts {
  protocol: string;
  validFromMs: number;
  validToMs: number;
  /** Key size in bits, 0 when unknown. Elliptic curve keys are short and strong. */
  keyBits: number;
  ellipticCurve: boolean;
  /** Why the certificate does not name the host, or null. */
  nameMismatch: string | null;
  /** Node's verification code such as `DEPTH_ZERO_SELF_SIGNED_CERT`, or null when the chain is trusted. */
  chainError: string | null;
  certificate: Certificate;
}

function subjectText(subject: PeerCertificate['subject']): string {
  return Object.entries(subject)
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(', ');
}

function toCertificate(peer: PeerCertificate): Certificate {
  const names = peer.subjectaltname?.split(', ').map((name) => name.replace(/^(?:DNS|IP Address):/, ''));
  return {
    'Issue On': { $date: Date.parse(peer.valid_from) / 1000 },
    'Expires On': { $date: Date.parse(peer.valid_to) / 1000 },
    commonName: String(peer.subject.CN ?? ''),
    subject: subjectText(peer.subject),
    sha1: peer.fingerprint.replaceAll(':', '').toLowerCase(),
    sha256: peer.fingerprint256.replaceAll(':', '').toLowerCase(),
    serial_number: peer.serialNumber,
    ...(names && { subjectAltName: names }),
  };
}

/** `hostname` as in `URL.hostname`. Null when the peer sent no certificate. */
export function readTlsFacts(socket: TLSSocket, hostname: string): TlsFacts | null {
  const peer = socket.getPeerCertificate(true);
  if (!peer.subject) return null;
  const mismatch = checkServerIdentity(hostname.replace(/^\[|\]$/g, ''), peer);
  // Declared as an Error, but it is the code's text: https://nodejs.org/api/tls.html#tlssocketauthorizationerror
  const chainError = socket.authorized ? null : String(socket.authorizationError ?? 'UNKNOWN');
  return {
    protocol: socket.getProtocol() ?? '',
    validFromMs: Date.parse(peer.valid_from),
    validToMs: Date.parse(peer.valid_to),
    keyBits: peer.bits ?? 0,
    ellipticCurve: peer.asn1Curve !== undefined || peer.nistCurve !== undefined,
    nameMismatch: mismatch?.message ?? null,
    chainError: chainError === 'ERR_TLS_CERT_ALTNAME_INVALID' ? null : chainError,
    certificate: toCertificate(peer),
  };
}

/** Whether the server still agrees to TLS 1.1 or older: one handshake, no request. */
export function acceptsOldTls(origin: URL, timeoutMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({
    host: origin.hostname.replace(/^\[|\]$/g, ''),
    port: Number(origin.port || 443),
    lookup: loopbackLookup,
    rejectUnauthorized: false,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT@SECLEVEL=0',
    timeout: timeoutMs,
  });
  const settle = (accepted: boolean): void => {
    socket.destroy();
    resolve(accepted);
  };
  socket.on('secureConnect', () => settle(true));
  socket.on('error', () => settle(false));
  socket.on('timeout', () => settle(false));
  return promise;
}
