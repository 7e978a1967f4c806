/**
 * Another caller: a process with one connection that reads a URL repeatedly and reports the response times, so that the
 * sender of a load does not delay it.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** The times of all reads since the last report, in ms, and how many had another status than 200. */
export interface ReaderReport {
  times: number[];
  failed: number;
}

const PAUSE_MS = 10;

export function startReader(url: string, token: string) {
  const reader = fork(import.meta.filename, [url, token], { execArgv: ['--import', 'tsx'] });
  return {
    report: async (): Promise<ReaderReport> => {
      reader.send('report');
      const [report] = await once(reader, 'message');
      return report;
    },
    stop: () => reader.kill(),
  };
}

async function readForever(url: string, token: string): Promise<never> {
  let report: ReaderReport = { times: [], failed: 0 };
  process.on('message', () => {
    process.send?.(report);
    report = { times: [], failed: 0 };
  });
  process.on('disconnect', () => process.exit());
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const read = (): Promise<number> =>
    new Promise((resolve) => {
      const request = get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
        response.on('error', () => resolve(0));
      });
      request.on('error', () => resolve(0));
    });
  for (;;) {
    const started = performance.now();
    const status = await read();
    report.times.push(performance.now() - started);
    if (status !== 200) report.failed += 1;
    await wait(PAUSE_MS);
  }
}

const [, file, url = '', token = ''] = process.argv;
if (file === import.meta.filename) await readForever(url, token);
