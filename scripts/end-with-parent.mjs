/**
 * Ends what was started through `npm run`: npm passes no signal on when it is ended by its process, so its children would
 * go on. Plain JavaScript, because `npm start` runs it before anything is compiled.
 */

/** How often it is looked whether npm is still there. */
const LOOK_MS = 500;

/**
 * Calls `stop` once on a signal to stop, and when npm, which has started this process, has ended.
 *
 * @param {(signal: NodeJS.Signals) => void} stop
 */
export function onStop(stop) {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stop(signal));
  // Only a process that npm has started is known to have a parent that stays.
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop('SIGTERM');
  }, LOOK_MS);
  timer.unref();
}
