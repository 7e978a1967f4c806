/**
 * The other caller: a process with one connection that reads a URL repeatedly and reports the response times. Started
 * by `start-reader.ts`.
 */
import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const [, , url = '', token = ''] = process.argv;
const PAUSE_MS = 10;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let times: number[] = [];
let failed = 0;

process.on('message', () => {
  process.send?.({ times, failed });
  times = [];
  failed = 0;
});
process.on('disconnect', () => process.exit());

for (;;) {
  const started = performance.now();
  const status = await read();
  times.push(performance.now() - started);
  if (status !== 200) failed += 1;
  await wait(PAUSE_MS);
}

function read(): Promise<number> {
  return new Promise((resolve) => {
    const request = get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', () => resolve(0));
    });
    request.on('error', () => resolve(0));
  });
}
