import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import type { Answer } from './api/answer.ts';

export type Endpoint = 'start' | 'fetch' | 'list' | 'report';

/** Ways in which an answer can go wrong. The operation is carried out only where it says so. */
export type Fault =
  | { kind: 'status'; code: number; body?: string; headers?: Readonly<Record<string, string>> }
  /** The connection is reset before any header. */
  | { kind: 'reset' }
  /** No answer, and the connection stays open. */
  | { kind: 'hang' }
  /** Carried out; half of the body arrives, and the connection stays open. */
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
  /** Carried out; the JSON ends in the middle, and its length is that of the half. */
  | { kind: 'truncated-json' }
  /** Carried out; the parsed answer is replaced by what the function returns. */
  | { kind: 'mutate'; mutate: (answer: unknown) => unknown }
  /** Carried out; the answer has a wrong content type. */
  | { kind: 'content-type'; contentType: string }
  /** Carried out, then `fault`. */
  | { kind: 'after-effect'; fault: Fault };

/** When a fault happens. The rules are tried in order; the first that applies decides. */
export interface FaultRule {
  readonly endpoint: Endpoint;
  readonly fault: Fault;
  /** How many requests it applies to. Left out: all. */
  readonly times?: number;
  /** How many matching requests pass before it applies. */
  readonly after?: number;
  /** A further condition. */
  readonly matches?: (request: { path: string; body: string }) => boolean;
}

/** The request that a fault is played on. */
export interface FaultyRequest {
  readonly response: ServerResponse;
  /** Carries the operation out. */
  readonly answer: () => Promise<Answer>;
}

const json = 'application/json';
const spaces = Buffer.alloc(64 * 1024, ' ');

/** Picks the fault for a request. The function counts the requests, so that rules stay plain data. */
export function createFaultPicker(): (
  rules: readonly FaultRule[],
  request: { endpoint: Endpoint; path: string; body: string },
) => Fault | null {
  const counts = new WeakMap<FaultRule, number>();
  return (rules, request) => {
    for (const rule of rules) {
      if (rule.endpoint !== request.endpoint || rule.matches?.(request) === false) continue;
      const count = counts.get(rule) ?? 0;
      const after = rule.after ?? 0;
      if (count >= after + (rule.times ?? Number.POSITIVE_INFINITY)) continue;
      counts.set(rule, count + 1);
      if (count >= after) return rule.fault;
    }
    return null;
  };
}

/** Answers with a fault in place of the plain answer. */
export async function playFault(fault: Fault, { response, answer }: FaultyRequest): Promise<void> {
  switch (fault.kind) {
    case 'status': {
      const body = Buffer.from(fault.body ?? `{"detail":"Fault ${fault.code}."}`);
      const headers = { 'content-type': json, ...fault.headers };
      return sendAnswer(response, { status: fault.code, headers, body });
    }
    case 'body': {
      const headers = { 'content-type': fault.contentType ?? json, ...fault.headers };
      return sendAnswer(response, { status: fault.status ?? 200, headers, body: Buffer.from(fault.body) });
    }
    case 'redirect': {
      const headers = { location: fault.location };
      return sendAnswer(response, { status: fault.status ?? 302, headers, body: Buffer.alloc(0) });
    }
    case 'endless-body':
      return sendEndless(response, fault.contentType ?? json);
    case 'gzip-bomb': {
      const headers = { 'content-type': json, 'content-encoding': 'gzip' };
      return sendAnswer(response, { status: 200, headers, body: gzipSpaces(fault.bytes) });
    }
    case 'reset':
      return reset(response);
    case 'hang':
      return;
    case 'hang-in-body':
      return sendHalf(response, await answer(), () => undefined);
    case 'delay': {
      const late = await answer();
      setTimeout(() => sendAnswer(response, late), fault.ms).unref();
      return;
    }
    case 'truncated-json': {
      const whole = await answer();
      return sendAnswer(response, { ...whole, body: firstHalf(whole) });
    }
    case 'mutate': {
      const plain = await answer();
      const mutated = JSON.stringify(fault.mutate(JSON.parse(plain.body.toString('utf8'))));
      return sendAnswer(response, { ...plain, body: Buffer.from(mutated ?? '') });
    }
    case 'content-type': {
      const plain = await answer();
      const headers = { ...plain.headers, 'content-type': fault.contentType };
      return sendAnswer(response, { ...plain, headers });
    }
    case 'after-effect': {
      const done = await answer();
      return playFault(fault.fault, { response, answer: async () => done });
    }
  }
  // Does not compile where a kind is missing above.
  fault satisfies never;
}

export function sendAnswer(response: ServerResponse, answer: Answer): void {
  writeHead(response, answer);
  response.end(answer.body);
}

function writeHead(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'content-length': body.length });
}

/** Announces the whole body and sends half of it. */
function sendHalf(response: ServerResponse, answer: Answer, then: () => void): void {
  writeHead(response, answer);
  response.write(firstHalf(answer), then);
}

function firstHalf({ body }: Answer): Buffer {
  return body.subarray(0, Math.ceil(body.length / 2));
}

async function sendEndless(response: ServerResponse, contentType: string): Promise<void> {
  response.writeHead(200, { 'content-type': contentType });
  // The reader ends this by closing the connection, which is no error.
  await pipeline(Readable.from(endlessSpaces()), response).catch(() => undefined);
}

function* endlessSpaces(): Generator<Buffer> {
  for (;;) yield spaces;
}

/** Repeats one gzip member: members put end to end are one stream (RFC 1952, section 2.2). */
function gzipSpaces(bytes: number): Buffer {
  const member = gzipSync(spaces);
  const rest = gzipSync(spaces.subarray(0, bytes % spaces.length));
  return Buffer.concat([...Array.from({ length: Math.floor(bytes / spaces.length) }, () => member), rest]);
}

function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}
