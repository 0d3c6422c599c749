/** Why a request got no usable answer, and what that means for one to the service or the target. */

import { faultTexts, remedies } from './fault-texts.ts';
import { onlyPublicFacts } from './public-facts.ts';
import { type Advice, advise, type FactsOf, type Language, say, type Template } from './say.ts';

/** The four operations of the service (`docs/internals/service-interface.md`, section 4). */
export type ServiceOperation = 'start' | 'fetch' | 'list' | 'report';

/** `detail` is the text of the answer. */
const statusText = { en: 'HTTP {status}[: “{detail}”]', pt: 'HTTP {status}[: “{detail}”]' };

/** An HTTP status outside 2xx. */
type StatusFault = { kind: 'status'; status: number; detail: string; retryAfterMs: number | null };
type FaultKinds = typeof faultTexts;
/** Why a request got no usable answer. */
export type Fault =
  | StatusFault
  | { [Kind in keyof FaultKinds]: { kind: Kind } & FactsOf<FaultKinds[Kind]> }[keyof FaultKinds];

/** The fault as a clause: after a colon, or between brackets. No remedy. */
export function faultClause(fault: Fault, language: Language): Advice {
  const template = fault.kind === 'status' ? statusText : faultTexts[fault.kind];
  return advise(template, fault, language);
}

/** The fault in a few English words, without any text of an answer. */
export function briefFault(fault: Fault): string {
  return faultClause(onlyPublicFacts(fault), 'en').what;
}

/** A request without a usable answer. The message has no text of an answer, no URL and no header. */
export class RequestError extends Error {
  override name = 'RequestError';
  readonly fault: Fault;
  constructor(fault: Fault, options?: ErrorOptions) {
    super(briefFault(fault), options);
    this.fault = fault;
  }
}

/** Another try of the same request would end in the same fault. */
const lastingKinds: readonly Fault['kind'][] = ['redirect', 'too-large', 'holds-secret'];
/** The request was not carried out. */
const refusedKinds: readonly Fault['kind'][] = ['certificate', 'proxy', 'redirect'];

/** True if the same request may succeed the next time. */
export function mayTryAgain(fault: Fault): boolean {
  if (fault.kind !== 'status') return !lastingKinds.includes(fault.kind);
  // Also a status of proxies, such as 520. 501 and 505 say that the server cannot do it at all.
  return [408, 429].includes(fault.status) || (fault.status >= 500 && ![501, 505].includes(fault.status));
}

/**
 * How long polls, and starts without a connection, are tried again, in milliseconds. A start that was refused with
 * 409, 429 or 503 is sent again until `timeout`, and one that may have been carried out never.
 */
export const longestOutageMs = 300_000;

/** Codes for a connection that was never made, so that the other side cannot have done anything. */
const noConnectionCodes =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_HANDSHAKE_TIMEOUT|ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|\w*(?:PROTOCOL_VERSION|HANDSHAKE_FAILURE)))$/;

/** True if the request may have been carried out. Then a start must not be sent again, and its scan is looked for. */
export function mayHaveBeenCarriedOut(fault: Fault): boolean {
  if (fault.kind === 'status') return fault.status === 408 || (fault.status >= 500 && fault.status !== 503);
  if (fault.kind === 'network') return !noConnectionCodes.test(fault.code);
  return !refusedKinds.includes(fault.kind);
}

function remedyKindOf(fault: Fault): keyof typeof remedies {
  if (fault.kind === 'network' && noConnectionCodes.test(fault.code)) return 'address';
  if (fault.kind !== 'status') return faultTexts[fault.kind].remedy;
  const { status } = fault;
  if (status === 401 || status === 403) return 'key';
  if ([400, 404, 422].includes(status)) return 'request';
  // 409: another scan of the target may be running.
  return [408, 409, 429].includes(status) || status >= 500 ? 'later' : 'address';
}

/** What the action was doing. */
const doing: Readonly<Record<ServiceOperation, Template>> = {
  start: { en: 'While starting the scan: {fault}.', pt: 'Ao iniciar o scan: {fault}.' },
  fetch: { en: 'While reading the scan: {fault}.', pt: 'Ao ler o scan: {fault}.' },
  list: { en: 'While listing the scans: {fault}.', pt: 'Ao listar os scans: {fault}.' },
  report: { en: 'While generating the PDF report: {fault}.', pt: 'Ao gerar o relatório em PDF: {fault}.' },
};

/** What happened and what to do about a failed request to the service. */
export function describeFailedRequest(operation: ServiceOperation, fault: Fault, language: Language): Advice {
  return {
    what: say(doing[operation], { fault: faultClause(fault, language) }, language),
    remedy: remedies[remedyKindOf(fault)][language],
  };
}

/** Codes of Node.js and OpenSSL for a certificate that was not accepted. */
const certificateCodes =
  /^(?:ERR_TLS_CERT_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|CRL_|INVALID_|PATH_LENGTH_|CA_MD_|EE_KEY_|AUTHORITY_)/;

/** What undici says if a proxy answers `CONNECT` with anything but 200. */
const proxyRefusal = /^Proxy response \((\d{3})\)/;

/** The fault behind an error that `fetch` or the reading of a body threw. */
export function faultOfError(error: unknown): Fault {
  if (error instanceof RequestError) return error.fault;
  const refusal = errorsIn(error).flatMap(({ message }) => proxyRefusal.exec(String(message)) ?? []);
  if (refusal[1] !== undefined) return { kind: 'proxy', status: Number(refusal[1]) };
  const codes = errorsIn(error).flatMap(({ code }) =>
    typeof code === 'string' && /^[A-Z0-9_]{2,60}$/.test(code) ? [code] : [],
  );
  const code = codes[0] ?? 'unknown';
  return { kind: certificateCodes.test(code) ? 'certificate' : 'network', code };
}

/** An error, and what caused it: its cause, or the first of several errors. The outermost comes first. */
function errorsIn(error: unknown, depth = 0): Readonly<Record<string, unknown>>[] {
  if (depth > 4 || typeof error !== 'object' || error === null) return [];
  const fields = error as Readonly<Record<string, unknown>>;
  const { cause, errors } = fields;
  const next: unknown = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  return [fields, ...errorsIn(next, depth + 1)];
}
