import { generate } from 'selfsigned';

/** Makes a self-signed certificate that is its own authority, in PEM form. The first name is the common name. */
export async function createCertificate({ names }: { readonly names: readonly string[] }) {
  const now = Date.now();
  const altNames = names.map((value) =>
    /^\d+(?:\.\d+){3}$/.test(value) ? ({ type: 7, ip: value } as const) : ({ type: 2, value } as const),
  );
  const made = await generate([{ name: 'commonName', value: names[0] ?? 'localhost' }], {
    keyType: 'ec',
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
