/**
 * A process that runs due jobs, like a server started later each time. Run by `jobs/interrupted-jobs.test.ts` with a
 * migrated data folder and the minutes its clock is ahead; the first one enqueues the jobs. One kind of job kills the process.
 */
import { join } from 'node:path';
import { lockDataFolder } from '#server/database/data-folder/data-lock.ts';
import { connect } from '#server/database/engine/connect.ts';
import { enqueue, runDueJobs } from '#server/queue/job-queue.ts';

const [, , folder = '', minutes = '0'] = process.argv;
const clock = { now: () => new Date(Date.now() + Number(minutes) * 60_000) };
const unlock = lockDataFolder(folder, '');
const { db, close } = await connect({ dataDirectory: join(folder, 'database') });
if (minutes === '0') {
  const now = clock.now().getTime();
  await enqueue(db, { kind: 'end-process', runAt: new Date(now - 2000) });
  await enqueue(db, { kind: 'note', runAt: new Date(now - 1000) });
}
const endProcess = async () => {
  process.stdout.write('started\n');
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => {});
};
const printLine = (text: string) => async () => {
  process.stdout.write(`${text}\n`);
};
await runDueJobs(
  db,
  {
    'end-process': Object.assign(endProcess, { onGiveUp: printLine('given up') }),
    note: printLine('processed'),
  },
  clock,
);
await close();
unlock();
