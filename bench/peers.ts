/** Download size and start of other actions, measured in the same run as ours. */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { prepareJob, readAction } from '../test/support/runner-environment.ts';
import { folderOf, type Peer, peersAt } from './peer-list.ts';
import { type Candidate, type Listener, listen, measurePair, type Pair, ratios } from './process-cost.ts';
import { type Size, sizeOf } from './size.ts';
import { ownStart } from './start.ts';
import { figure, type Row, type Section, show } from './table.ts';

const ownName = 'Scan Gate';
const pairs = 15;
const notFetched = 'not measured: run `node bench/fetch-peers.ts`';

function nameOf({ repository, version }: Peer): string {
  return `${repository} ${version}`;
}

function isFetched(peer: Peer): boolean {
  return existsSync(folderOf(peer));
}

/** Rows for the peers that were not fetched; a single row where none was. */
function absentRows(peers: readonly Peer[]): Row[] {
  const absent = peers.filter((peer) => !isFetched(peer));
  if (absent.length === peers.length) return [figure('peers', notFetched)];
  return absent.map((peer) => figure(nameOf(peer), notFetched));
}

function sizeRow(what: string, size: Size, own: Size): Row {
  const part = (key: keyof Size, name: string) =>
    `${name} ${(size[key] / 1e6).toFixed(2)} MB = ${(size[key] / own[key]).toFixed(2)} of ours`;
  return figure(what, `${part('distBytes', 'dist')}, ${part('archiveBytes', 'archive')}`);
}

export async function measurePeerSizes(): Promise<Section> {
  const own = await sizeOf();
  const peers = peersAt('');
  const rows = [sizeRow(ownName, own, own)];
  for (const peer of peers.filter(isFetched)) {
    const what = peer.uploads ? `${nameOf(peer)}, uploads artifacts` : nameOf(peer);
    rows.push(sizeRow(what, await sizeOf(folderOf(peer)), own));
  }
  return {
    title: 'Download beside peers',
    command: 'node bench/peers.ts',
    how: 'As above, of other actions at pinned commits, and as ratios to ours. Some are older versions, because newer ones were not available.',
    rows: [...rows, ...absentRows(peers)],
  };
}

interface Contender {
  readonly what: string;
  readonly candidate: Candidate;
}

/** No action that uses the network can start faster. */
function floors({ url, heard }: Listener, { env }: Candidate): Contender[] {
  const floor = (what: string, script: string) => ({
    what,
    candidate: { args: ['-e', script], env, reached: heard },
  });
  return [
    floor('floor: node:https alone', `require('node:https').get('${url.replace('http:', 'https:')}')`),
    floor('floor: fetch alone', `fetch('${url}')`),
  ];
}

/** @throws {Error} where it ends for another reason than the expected one */
async function checkEnd({ args, env, cwd }: Candidate, saying: string): Promise<void> {
  const ending = promisify(execFile)(process.execPath, args, { env, cwd, timeout: 30_000 });
  const { stdout } = await ending.catch((error: { stdout: string }) => error);
  if (!stdout.includes(saying)) throw new Error(`it did not print "${saying}"`);
}

/** A peer as a step of a job, with its own home and temporary folder. All of its requests go to the listener. */
async function contend(peer: Peer, folder: string, { url, heard }: Listener): Promise<Contender> {
  const { inputs = {}, actionFile = 'action.yml', ends } = peer;
  const action = await readAction(join(folderOf(peer), actionFile));
  const expressions = { 'github.token': 'bench-token', 'github.workspace': folder };
  const env = { TMPDIR: folder, http_proxy: url, https_proxy: url, ...peer.env };
  const job = await prepareJob({ root: folder, inputs, env, expressions }, action);
  const args = [join(folderOf(peer), action.main)];
  const candidate = { args, env: job.env, cwd: job.workspace, reached: ends === undefined ? heard : null };
  if (ends !== undefined) await checkEnd(candidate, ends.saying);
  const until = ends === undefined ? 'to its first request' : `to its end: ${ends.because}`;
  return { what: `${nameOf(peer)}, ${until}`, candidate };
}

/** Runs every contender once. One that fails on this machine gets a row, and the others are measured all the same. */
async function warmUp(peers: readonly Peer[], folder: string, listener: Listener) {
  const ours = { what: `${ownName}, to its first request`, candidate: await ownStart(folder, listener) };
  const contenders = [...floors(listener, ours.candidate), ours];
  for (const { candidate } of contenders) await measurePair(candidate);
  const failed: Row[] = [];
  for (const peer of peers) {
    try {
      const contender = await contend(peer, folder, listener);
      await measurePair(contender.candidate);
      contenders.push(contender);
    } catch (error) {
      failed.push(figure(nameOf(peer), `not measured: ${error instanceof Error ? error.message : error}`));
    }
  }
  return { contenders, failed };
}

/** In turns, so that other load on the machine affects all of them. */
async function measureInTurns(contenders: readonly Contender[]): Promise<Row[]> {
  const measured = contenders.map(({ what, candidate }) => ({ what, candidate, list: [] as Pair[] }));
  for (let round = 0; round < pairs; round += 1)
    for (const { candidate, list } of measured) list.push(await measurePair(candidate));
  const bares = measured.flatMap(({ list }) => list.map(({ bare }) => bare));
  return measured.map(({ what, list }) => {
    const { wall, cpu } = ratios(list, bares);
    return figure(what, `wall time ${wall.toFixed(1)}, CPU time ${cpu.toFixed(1)}`);
  });
}

export async function measurePeerStarts(): Promise<Section> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'scan-gate-bench-'));
  await using listener = await listen();
  const peers = peersAt(listener.url);
  const { contenders, failed } = await warmUp(peers.filter(isFetched), folder.path, listener);
  const rows = await measureInTurns(contenders);
  return {
    title: 'Start beside peers',
    command: 'node bench/peers.ts',
    how: `As above, ratios to \`node -e 0\`, all with this Node.js; ${pairs} pairs each, in turns; CPU time is the ratio to the mean of all bare runs. The first request is the first bytes that reach a loopback server, which is the service, GitHub or a proxy.`,
    rows: [...rows, ...failed, ...absentRows(peers)],
  };
}

if (import.meta.main) {
  await show(measurePeerSizes);
  await show(measurePeerStarts);
}
