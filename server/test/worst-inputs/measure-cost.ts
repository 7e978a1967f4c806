/** The cost of an action for the process that runs it. */
interface Cost {
  /** Processor time of the longest turn of the event loop, in ms: other requests wait during it. */
  turnMs: number;
  /** How much the resident memory grew at most, in MB. */
  memoryMb: number;
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const MEBIBYTE = 1024 * 1024;

/** Measures in processor time, because the machine may have other work; of all threads of the process. */
export async function measureCost(action: () => Promise<unknown>): Promise<Cost> {
  const cost: Cost = { turnMs: 0, memoryMb: 0 };
  const memoryBefore = process.memoryUsage.rss();
  let last = cpuMs();
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const now = cpuMs();
    cost.turnMs = Math.max(cost.turnMs, now - last);
    cost.memoryMb = Math.max(cost.memoryMb, (process.memoryUsage.rss() - memoryBefore) / MEBIBYTE);
    // The cost of measuring is not the action's.
    last = cpuMs();
    timer = setTimeout(look, 1);
  };
  look();
  try {
    const acting = action();
    // Work before the action's first wait makes the input.
    cost.turnMs = 0;
    last = cpuMs();
    await acting;
  } finally {
    clearTimeout(timer);
    look();
    clearTimeout(timer);
  }
  return cost;
}
