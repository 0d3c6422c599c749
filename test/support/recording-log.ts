import type { Log } from '../../src/core/ports.ts';

type Level = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'group';

export interface RecordingLog extends Log {
  readonly entries: readonly { readonly level: Level; readonly text: string }[];
  /** The texts of one level, in order. */
  of(level: Level): string[];
}

/** A log that keeps its messages. The title of a group counts as an entry. */
export function createRecordingLog(): RecordingLog {
  const entries: { level: Level; text: string }[] = [];
  const keep = (level: Level) => (text: string) => {
    entries.push({ level, text });
  };
  return {
    entries,
    of: (wanted) => entries.filter(({ level }) => level === wanted).map(({ text }) => text),
    debug: keep('debug'),
    info: keep('info'),
    notice: keep('notice'),
    warning: keep('warning'),
    error: keep('error'),
    printWithoutRedacting: (level, text) => keep(level)(text),
    group: async (title, body) => {
      entries.push({ level: 'group', text: title });
      return await body();
    },
  };
}
