/** The requests and responses of one client. */
export interface HistoryEvent<State> {
  /** For the report of an anomaly. */
  text: string;
  /** When it was sent. */
  start: number;
  /** When the answer came; infinite if none did: then it may have happened, at any time, or not. */
  end: number;
  /** The state after it; undefined if in this state the answer would have been another one. */
  apply: (state: State) => State | undefined;
}

/**
 * Whether one order explains what all clients saw: an order in which each event takes effect at one moment between its
 * request and its answer. Searches depth first and tries no combination of done events and state twice.
 */
export function hasExplanation<State>(initial: State, events: readonly HistoryEvent<State>[]): boolean {
  const tried = new Set<string>();
  const search = (done: bigint, state: State): boolean => {
    const remaining = events.flatMap((event, index) =>
      ((done >> BigInt(index)) & 1n) === 0n ? [{ event, index }] : [],
    );
    if (remaining.every(({ event }) => event.end === Infinity)) return true;
    const key = `${done} ${JSON.stringify(state)}`;
    if (tried.has(key)) return false;
    tried.add(key);
    // Nothing may come after what was answered before it was sent.
    const firstEnd = Math.min(...remaining.map(({ event }) => event.end));
    return remaining.some(({ event, index }) => {
      if (event.start > firstEnd) return false;
      const next = event.apply(state);
      return next !== undefined && search(done | (1n << BigInt(index)), next);
    });
  };
  return search(0n, initial);
}
