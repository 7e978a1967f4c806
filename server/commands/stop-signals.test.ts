// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { StopSignals } from './stop-signals.ts';

/** Signals and when they come, in ms; the calls that the server received. */
function send(signals: readonly (readonly ['SIGTERM' | 'SIGINT', number])[], isServing = true) {
  let ended = false;
  const stop = new StopSignals(() => {
    ended = true;
  });
  if (isServing) stop.serve();
  for (const [signal, at] of signals) stop.note(signal, at);
  return { isHurried: stop.hurried.aborted, ended };
}

describe('every sender of a stop signal', () => {
  it('lets it leave in its own time by SIGTERM, also if that arrives twice', () => {
    expect(send([['SIGTERM', 0]])).toEqual({ isHurried: false, ended: false });
    const twice = send([
      ['SIGTERM', 0],
      ['SIGTERM', 900],
    ]);
    expect(twice).toEqual({ isHurried: false, ended: false });
  });

  it('ends it at once by SIGINT or a second signal, and the process by one more', () => {
    expect(send([['SIGINT', 0]])).toEqual({ isHurried: true, ended: false });
    const second = [
      ['SIGTERM', 0],
      ['SIGTERM', 2000],
    ] as const;
    expect(send(second)).toEqual({ isHurried: true, ended: false });
    expect(send([...second, ['SIGINT', 4000]])).toEqual({ isHurried: true, ended: true });
  });

  it('ends the process by a second signal while it is starting', () => {
    const signals = [
      ['SIGTERM', 0],
      ['SIGTERM', 2000],
    ] as const;
    expect(send(signals, false).ended).toBe(true);
  });
});
