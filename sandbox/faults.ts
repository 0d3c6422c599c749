import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Answer } from './api/answer.ts';
import type { RecordedRequest } from './api/request.ts';

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
  | { kind: 'endless-body'; contentType: string }
  /** Carried out; the answer is replaced by what the function returns. */
  | { kind: 'change'; change: (answer: Answer) => Answer }
  /** Carried out; the parsed answer is replaced by what the function returns. */
  | { kind: 'mutate'; mutate: (answer: unknown) => unknown }
  /** Carried out, then `fault`. */
  | { kind: 'after-effect'; fault: Fault };

/** When a fault happens. The rules are tried in order; the first that applies decides. */
export interface FaultRule {
  readonly endpoint: Endpoint;
  readonly fault: Fault;
  /** How many requests it applies to. Left out: all. */
  readonly times?: number;
  /** A further condition. */
  readonly matches?: (request: RecordedRequest) => boolean;
}

type Carry = () => Promise<Answer>;

const json = 'application/json';

/** Picks the fault for a request. The function counts the requests, so that rules stay plain data. */
export function createFaultPicker(): (
  rules: readonly FaultRule[],
  endpoint: Endpoint,
  request: RecordedRequest,
) => Fault | null {
  const counts = new WeakMap<FaultRule, number>();
  return (rules, endpoint, request) => {
    const rule = rules.find((each) => {
      const isUsedUp = (counts.get(each) ?? 0) >= (each.times ?? Number.POSITIVE_INFINITY);
      return each.endpoint === endpoint && !isUsedUp && each.matches?.(request) !== false;
    });
    if (rule === undefined) return null;
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
    return rule.fault;
  };
}

/** Plays a fault in place of the plain answer. @param carry carries the operation out */
export async function playFault(fault: Fault, response: ServerResponse, carry: Carry): Promise<void> {
  switch (fault.kind) {
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'hang':
      return;
    case 'hang-in-body': {
      const whole = await carry();
      writeHead(response, whole);
      response.write(whole.body.subarray(0, whole.body.length / 2));
      return;
    }
    case 'delay': {
      const late = await carry();
      setTimeout(() => sendAnswer(response, late), fault.ms).unref();
      return;
    }
    case 'endless-body': {
      response.writeHead(200, { 'content-type': fault.contentType });
      // The reader ends this by closing the connection, which is no error.
      return pipeline(Readable.from(endlessSpaces()), response).catch(() => undefined);
    }
    case 'after-effect': {
      const done = await carry();
      return playFault(fault.fault, response, async () => done);
    }
    default:
      sendAnswer(response, await changedAnswer(fault, carry));
  }
}

type Changed = Extract<Fault, { kind: 'status' | 'body' | 'redirect' | 'change' | 'mutate' }>;

async function changedAnswer(fault: Changed, carry: Carry): Promise<Answer> {
  switch (fault.kind) {
    case 'status': {
      const body = Buffer.from(fault.body ?? `{"detail":"Fault ${fault.code}."}`);
      return { status: fault.code, headers: { 'content-type': json, ...fault.headers }, body };
    }
    case 'body': {
      const headers = { 'content-type': fault.contentType ?? json, ...fault.headers };
      return { status: fault.status ?? 200, headers, body: Buffer.from(fault.body) };
    }
    case 'redirect':
      return { status: fault.status ?? 302, headers: { location: fault.location }, body: Buffer.alloc(0) };
    case 'change':
      return fault.change(await carry());
    case 'mutate': {
      const plain = await carry();
      const mutated = JSON.stringify(fault.mutate(JSON.parse(plain.body.toString('utf8'))));
      return { ...plain, body: Buffer.from(mutated ?? '') };
    }
  }
}

export function sendAnswer(response: ServerResponse, answer: Answer): void {
  writeHead(response, answer);
  response.end(answer.body);
}

function writeHead(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'content-length': body.length });
}

function* endlessSpaces(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(64 * 1024, ' ');
}
