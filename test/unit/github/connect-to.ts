import { connectGitHub } from '../../../src/github/connect.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import type { LoopbackGitHub } from '../../support/github/server.ts';
import { createRecordingLog } from '../../support/recording-log.ts';

/** Connects the real client to a GitHub, with `changes`. Time passes only while the client waits. */
export function connectTo(
  { token, url: apiUrl }: Pick<LoopbackGitHub, 'url' | 'token'>,
  changes: Partial<Parameters<typeof connectGitHub>[0]> = {},
) {
  const ports = { clock: createFakeClock(), log: createRecordingLog(), signal: new AbortController().signal };
  return connectGitHub({ token, apiUrl, ...ports, ...changes });
}
