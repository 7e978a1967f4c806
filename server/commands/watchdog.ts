import { Worker } from 'node:worker_threads';

/** How often the server shows that it is alive, and the thread looks. */
const BEAT_MS = 500;
const LOOK_MS = 1000;

export interface WatchdogOptions {
  /** The data folder. */
  directory: string;
  /** Before, a statement may run for long: migrations, and the log of a killed server. */
  isServing: () => boolean;
  /** For how many looks the server may be silent where its disk is full: the engine has stopped then, in this very thread. */
  looksWhenFull?: number;
  /** The number of looks once it serves. The longest statement takes much less. */
  looks?: number;
  /** How much room there has to be, in bytes. */
  room?: number;
}

/** The values that the thread reads: a count, and whether the server serves. */
const BEAT = 0;
const SERVING = 1;
const MEBIBYTE = 1024 * 1024;
const SECONDS_WHEN_FULL = 15;
const SECONDS = 180;
/** Two segments of the log; see `DiskSpace`. */
const ROOM = 32 * MEBIBYTE;

/**
 * Ends the process if the embedded engine has stopped in the midst of a statement: it runs in the thread of
 * the server, which then answers no request and receives no signal. Looks are counted, not seconds, as a
 * machine may have slept. Returns a function that stops watching.
 */
export function startWatchdog({
  directory,
  isServing,
  looksWhenFull = SECONDS_WHEN_FULL,
  looks = SECONDS,
  room = ROOM,
}: WatchdogOptions): () => Promise<void> {
  const beats = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const timer = setInterval(() => {
    Atomics.add(beats, BEAT, 1);
    if (isServing()) Atomics.store(beats, SERVING, 1);
  }, BEAT_MS).unref();
  const thread = new Worker(`(${watch})()`, {
    eval: true,
    execArgv: [],
    workerData: { beats, directory, looks, looksWhenFull, room, lookMs: LOOK_MS, pid: process.pid },
  });
  thread.unref();
  return async () => {
    clearInterval(timer);
    await thread.terminate();
  };
}

/** Runs in the thread, as text: it names nothing of this module. */
const watch = `() => {
  const { workerData } = require('node:worker_threads');
  const { statfsSync, writeSync } = require('node:fs');
  const { url } = require('node:inspector');
  const { beats, directory, looks, looksWhenFull, room, lookMs, pid } = workerData;
  let last = -1;
  let silent = 0;
  const isFull = () => {
    try {
      const { bavail, bsize } = statfsSync(directory);
      return bavail * bsize < room;
    } catch {
      return false;
    }
  };
  setInterval(() => {
    const now = Atomics.load(beats, 0);
    silent = now === last ? silent + 1 : 0;
    last = now;
    // A debugger stops it for longer.
    if (silent < looksWhenFull || url() !== undefined) return;
    const full = isFull();
    if (!full && (silent < looks || Atomics.load(beats, 1) === 0)) return;
    writeSync(2, 'The embedded database has stopped' + (full ? ', as its disk is full' : '') +
      ': the server ends. What was confirmed is stored.' + (full ? ' Make room on the disk and start it again.' : '') + '\\n');
    process.kill(pid, 'SIGKILL');
  }, lookMs);
}`;
