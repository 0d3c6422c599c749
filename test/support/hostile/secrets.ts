/** The forms in which a secret can come back, and where one was found. */

function writtenForms(secret: string): string[] {
  const encoded = encodeURIComponent(secret);
  return [
    secret,
    encoded,
    encoded.replace(/%../g, (byte) => byte.toLowerCase()),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
  ];
}

/** Forms that are looked for in whatever the action writes; computed apart from the action's own. */
function formsOf(secret: string): readonly string[] {
  // After one or two bytes more, the same secret is another text in base64; its ends depend on the neighbours.
  const shifted = ['u', 'uu'].map((before) =>
    Buffer.from(`${before}${secret}`).toString('base64').slice(4, -4),
  );
  const inUrls = shifted.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [...writtenForms(secret), ...shifted, ...inUrls];
}

/** What a hostile service sends back to get a secret into a report, as the inside of a string of JSON. */
export function echoesOf(secret: string): string {
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  const half = Math.floor(secret.length / 2);
  const escapes = [...secret].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [
    ...[...new Set(writtenForms(secret))].map(inJson),
    inJson(Buffer.from(`Bearer ${secret}`).toString('base64')),
    inJson(Buffer.from(`user:${secret}`).toString('base64url')),
    escapes.join(''),
    inJson(`${secret.slice(0, half)}\u200b${secret.slice(half)}`),
    inJson(`${secret.slice(0, half)}\u001b[0m${secret.slice(half)}`),
    // A text that is cut in the middle of the secret must not show its half.
    inJson(`${'x'.repeat(190 - half)}${secret}`),
  ].join(' ');
}

/** Which of `secrets` is in which of `places`, in whatever form: `<secret> in <place>: <form>`, each once. */
export function secretsIn(
  places: readonly (readonly [name: string, text: string])[],
  secrets: Readonly<Record<string, string>>,
): string[] {
  const found = new Set<string>();
  for (const [name, secret] of Object.entries(secrets)) {
    const forms = formsOf(secret);
    for (const [place, text] of places) {
      const form = forms.find((one) => text.includes(one));
      if (form !== undefined) found.add(`${name} in ${place}: ${form}`);
    }
  }
  return [...found];
}
