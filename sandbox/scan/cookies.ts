/** One `Set-Cookie` header, without the value: checks judge the flags, and a value is nobody's business. */
export interface SetCookie {
  name: string;
  secure: boolean;
  httpOnly: boolean;
  /** Lower case, or null when the attribute is missing. */
  sameSite: string | null;
  /** Whether the name looks like a session or a login. */
  session: boolean;
}

/** Parses the way browsers do: RFC 6265, section 5.2. Null for a header without a name. */
export function parseSetCookie(header: string): SetCookie | null {
  const [pair = '', ...attributes] = header.split(';').map((part) => part.trim());
  const name = pair.split('=', 1)[0]?.trim() ?? '';
  if (!name || !pair.includes('=')) return null;
  const flags = new Map(
    attributes.map((attribute): [string, string] => {
      const [key = '', ...value] = attribute.split('=');
      return [key.trim().toLowerCase(), value.join('=').trim().toLowerCase()];
    }),
  );
  return {
    name,
    secure: flags.has('secure'),
    httpOnly: flags.has('httponly'),
    sameSite: flags.get('samesite') ?? null,
    session: /sess|sid|auth|token|login|jwt/i.test(name),
  };
}
