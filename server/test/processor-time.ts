/**
 * A clock that stands still while others have the processor, in milliseconds. Tests that hold something to be quick ask
 * this one: how busy the machine is must not decide about them.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

let latest = { at: Number.NEGATIVE_INFINITY, time: 0 };

/**
 * The same, up to a tenth of a second old: for what is asked before each of thousands of small things, which take less
 * time than asking the system does.
 */
export function recentProcessorTime(): number {
  const at = performance.now();
  if (at - latest.at > 100) latest = { at, time: processorTime() };
  return latest.time;
}
