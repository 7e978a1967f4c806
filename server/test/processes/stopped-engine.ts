/** A process whose thread stops for good, as with an engine that has no room. Run with a folder, and how much room there has to be. */
import { startWatchdog } from '#server/commands/watchdog.ts';

const [, , directory = '', room = '0'] = process.argv;
startWatchdog({ directory, isServing: () => false, looksWhenFull: 2, looks: 3, room: Number(room) });
process.stdout.write('started\n');
// The thread has to be there first.
setTimeout(() => {
  const until = performance.now() + 6000;
  while (performance.now() < until);
  process.stdout.write('went on\n');
  process.exit();
}, 1000);
