import { checkServerIdentity, connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { loopbackLookup } from './target.ts';
import type { Certificate } from './wire.ts';

/** A scanner has to talk to servers with bad certificates and old protocols. It sends them no secrets. */
export const insecureTls = {
  rejectUnauthorized: false,
  minVersion: 'TLSv1',
  ciphers: 'DEFAULT@SECLEVEL=0',
} as const;

/** What one TLS connection showed. Times are milliseconds since the Unix epoch. */
export interface TlsFacts {
  readonly validFromMs: number;
  readonly validToMs: number;
  /** 0 where it is unknown. Keys on elliptic curves are short and strong. */
  readonly keyBits: number;
  readonly isEllipticCurve: boolean;
  readonly namesHost: boolean;
  /** Node's code, such as `DEPTH_ZERO_SELF_SIGNED_CERT`; `null` where the chain is trusted. */
  readonly chainError: string | null;
  readonly certificate: Certificate;
}

/** @param hostname as in `URL.hostname` @returns `null` where the server sent no certificate */
export function readTlsFacts(socket: TLSSocket, hostname: string): TlsFacts | null {
  const peer = socket.getPeerCertificate(true);
  if (!peer.subject) return null;
  // Declared as an Error, but it is a code: https://nodejs.org/api/tls.html#tlssocketauthorizationerror
  const chainError = socket.authorized ? null : String(socket.authorizationError ?? 'UNKNOWN');
  return {
    validFromMs: Date.parse(peer.valid_from),
    validToMs: Date.parse(peer.valid_to),
    keyBits: peer.bits ?? 0,
    isEllipticCurve: peer.asn1Curve !== undefined || peer.nistCurve !== undefined,
    namesHost: checkServerIdentity(withoutBrackets(hostname), peer) === undefined,
    chainError: chainError === 'ERR_TLS_CERT_ALTNAME_INVALID' ? null : chainError,
    certificate: toCertificate(peer),
  };
}

function toCertificate(peer: PeerCertificate): Certificate {
  const names = peer.subjectaltname?.split(', ').map((name) => name.replace(/^(?:DNS|IP Address):/, ''));
  return {
    'Issue On': { $date: Date.parse(peer.valid_from) / 1000 },
    'Expires On': { $date: Date.parse(peer.valid_to) / 1000 },
    commonName: String(peer.subject.CN ?? ''),
    subject: Object.entries(peer.subject)
      .map(([key, value]) => `${key}=${String(value)}`)
      .join(', '),
    sha1: peer.fingerprint.replaceAll(':', '').toLowerCase(),
    sha256: peer.fingerprint256.replaceAll(':', '').toLowerCase(),
    serial_number: peer.serialNumber,
    ...(names && { subjectAltName: names }),
  };
}

/** `[::1]` → `::1` */
function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Whether the server still accepts TLS 1.1 or older. Costs one handshake and no request. */
export function acceptsOldTls(origin: URL, timeoutMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({
    ...insecureTls,
    host: withoutBrackets(origin.hostname),
    port: Number(origin.port || 443),
    lookup: loopbackLookup,
    maxVersion: 'TLSv1.1',
    timeout: timeoutMs,
  });
  const settle = (isAccepted: boolean): void => {
    socket.destroy();
    resolve(isAccepted);
  };
  socket.on('secureConnect', () => settle(true));
  socket.on('error', () => settle(false));
  socket.on('timeout', () => settle(false));
  return promise;
}
