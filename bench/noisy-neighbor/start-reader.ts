import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The times of all reads since the last report, in ms, and how many had another status than 200. */
export interface ReaderReport {
  times: number[];
  failed: number;
}

/** Starts another caller: a process that reads a URL repeatedly, so that the sender of a load does not delay it. */
export function startReader(url: string, token: string) {
  const reader = fork(join(import.meta.dirname, 'reader.ts'), [url, token], {
    execArgv: ['--import', 'tsx'],
  });
  return {
    report: async (): Promise<ReaderReport> => {
      reader.send('report');
      const [found] = await once(reader, 'message');
      return found;
    },
    stop: () => reader.kill(),
  };
}
