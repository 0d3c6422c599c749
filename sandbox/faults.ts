import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import type { Answer } from './api/answer.ts';

export type Endpoint = 'start' | 'fetch' | 'list' | 'report';

/** Ways in which an answer can go wrong. Only those marked so carry the operation out first. */
export type Fault =
  | { kind: 'status'; code: number; body?: string; headers?: Readonly<Record<string, string>> }
  /** The connection is reset before any header. With `afterEffect` the operation was carried out. */
  | { kind: 'reset'; afterEffect?: boolean }
  /** Carried out; half of the body arrives. */
  | { kind: 'reset-mid-body' }
  /** No answer at all, and the connection stays open. */
  | { kind: 'hang'; afterEffect?: boolean }
  /** Carried out; half of the body arrives and then nothing, for ever. */
  | { kind: 'hang-in-body' }
  /** Carried out; the answer comes this much later. */
  | { kind: 'delay'; ms: number }
  | {
      kind: 'body';
      body: string | Uint8Array;
      status?: number;
      contentType?: string;
      headers?: Record<string, string>;
    }
  | { kind: 'redirect'; location: string; status?: number }
  | { kind: 'endless-body'; contentType?: string }
  /** A small body that unpacks to `bytes` spaces. */
  | { kind: 'gzip-bomb'; bytes: number }
  /** Carried out; the JSON stops in the middle, with a matching length. */
  | { kind: 'truncated-json' }
  /** Carried out; the parsed answer is replaced by what the function returns. */
  | { kind: 'mutate'; mutate: (answer: unknown) => unknown }
  /** Carried out; the answer is called something else than it is. */
  | { kind: 'content-type'; contentType: string }
  /** Carried out whatever `fault` does, and then that. */
  | { kind: 'after-effect'; fault: Fault };

/** When a fault happens. Rules are offered each request in order; the first that takes it decides. */
export interface FaultRule {
  endpoint: Endpoint;
  fault: Fault;
  /** How many requests it takes. Left out: all. */
  times?: number;
  /** How many requests offered to it are let pass first. */
  after?: number;
  /** Further condition on the request body or path. */
  matches?: (request: { path: string; body: string }) => boolean;
}

/** Where a fault is played: the real answer on demand, and the connection. */
export interface Stage {
  response: ServerResponse;
  /** Carries the operation out. */
  answer: () => Promise<Answer>;
}

const CHUNK = Buffer.alloc(64 * 1024, ' ');

/** Keeps count for rules that stay plain data. */
export function createFaultPicker(): (
  rules: readonly FaultRule[],
  request: { endpoint: Endpoint; path: string; body: string },
) => Fault | null {
  const offered = new WeakMap<FaultRule, number>();
  return (rules, request) => {
    for (const rule of rules) {
      if (rule.endpoint !== request.endpoint || rule.matches?.(request) === false) continue;
      const count = offered.get(rule) ?? 0;
      const after = rule.after ?? 0;
      if (count >= after + (rule.times ?? Number.POSITIVE_INFINITY)) continue;
      offered.set(rule, count + 1);
      if (count >= after) return rule.fault;
    }
    return null;
  };
}

export function sendAnswer(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
  response.end(answer.body);
}

function sendText(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string | Uint8Array,
) {
  sendAnswer(response, { status, headers, body: Buffer.from(body) });
}

/** Sends headers for the whole body, then its first half. */
function sendHalf(response: ServerResponse, answer: Answer, then: () => void): void {
  response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
  response.write(answer.body.subarray(0, Math.ceil(answer.body.length / 2)), then);
}

function* endlessSpaces(): Generator<Buffer> {
  for (;;) yield CHUNK;
}

async function sendEndless(response: ServerResponse, contentType: string): Promise<void> {
  response.writeHead(200, { 'content-type': contentType });
  // A reader that has had enough closes the connection; that is what this fault is for.
  await pipeline(Readable.from(endlessSpaces()), response).catch(() => undefined);
}

/** Gzip members put end to end are one stream (RFC 1952, section 2.2), so that only one of them has to be made. */
function gzippedSpaces(bytes: number): Buffer {
  const member = gzipSync(CHUNK);
  const rest = gzipSync(CHUNK.subarray(0, bytes % CHUNK.length));
  return Buffer.concat([...Array.from({ length: Math.floor(bytes / CHUNK.length) }, () => member), rest]);
}

function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

async function playBefore(fault: Fault, response: ServerResponse): Promise<boolean> {
  const json = { 'content-type': 'application/json' };
  switch (fault.kind) {
    case 'status':
      sendText(
        response,
        fault.code,
        { ...json, ...fault.headers },
        fault.body ?? `{"detail":"Fault ${fault.code}."}`,
      );
      return true;
    case 'body':
      sendText(
        response,
        fault.status ?? 200,
        { 'content-type': fault.contentType ?? 'application/json', ...fault.headers },
        fault.body,
      );
      return true;
    case 'redirect':
      sendText(response, fault.status ?? 302, { location: fault.location }, '');
      return true;
    case 'endless-body':
      await sendEndless(response, fault.contentType ?? 'application/json');
      return true;
    case 'gzip-bomb':
      sendText(response, 200, { ...json, 'content-encoding': 'gzip' }, gzippedSpaces(fault.bytes));
      return true;
    case 'reset':
      if (!fault.afterEffect) reset(response);
      return !fault.afterEffect;
    case 'hang':
      return !fault.afterEffect;
    default:
      return false;
  }
}

function mutated(fault: Fault & { kind: 'mutate' }, answer: Answer): Answer {
  const text = JSON.stringify(fault.mutate(JSON.parse(answer.body.toString('utf8'))));
  return { ...answer, body: Buffer.from(text ?? '') };
}

function playAfter(fault: Fault, response: ServerResponse, answer: Answer): void {
  switch (fault.kind) {
    case 'reset':
      reset(response);
      break;
    case 'reset-mid-body':
      sendHalf(response, answer, () => reset(response));
      break;
    case 'hang':
      break;
    case 'hang-in-body':
      sendHalf(response, answer, () => undefined);
      break;
    case 'delay':
      setTimeout(() => sendAnswer(response, answer), fault.ms).unref();
      break;
    case 'truncated-json':
      sendAnswer(response, { ...answer, body: answer.body.subarray(0, Math.ceil(answer.body.length / 2)) });
      break;
    case 'mutate':
      sendAnswer(response, mutated(fault, answer));
      break;
    case 'content-type':
      sendAnswer(response, { ...answer, headers: { ...answer.headers, 'content-type': fault.contentType } });
      break;
    default:
      sendAnswer(response, answer);
  }
}

/** Plays one fault in place of the plain answer. */
export async function playFault(fault: Fault, { response, answer }: Stage): Promise<void> {
  if (fault.kind === 'after-effect') {
    const done = await answer();
    return playFault(fault.fault, { response, answer: async () => done });
  }
  if (await playBefore(fault, response)) return;
  playAfter(fault, response, await answer());
}
