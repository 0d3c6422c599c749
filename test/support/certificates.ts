import { generate } from 'selfsigned';

/** A private key and its certificate, in PEM form. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface CertificateOptions {
  /** The first one is the common name. */
  readonly names: readonly string[];
  readonly keyType?: 'ec' | 'rsa';
  /** Bits of an RSA key. */
  readonly keySize?: number;
}

/** Makes a self-signed certificate that is its own authority. */
export async function createCertificate(options: CertificateOptions): Promise<Certificate> {
  const { names, keyType = 'ec', keySize = 2048 } = options;
  const now = Date.now();
  const altNames = names.map((value) =>
    /^\d+(?:\.\d+){3}$/.test(value) ? ({ type: 7, ip: value } as const) : ({ type: 2, value } as const),
  );
  const made = await generate([{ name: 'commonName', value: names[0] ?? 'localhost' }], {
    keyType,
    keySize,
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - 7 * 86_400_000),
    notAfterDate: new Date(now + 100 * 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'subjectAltName', altNames },
    ],
  });
  return { key: made.private, cert: made.cert };
}
