/**
 * A clock that stands still while others have the processor, in milliseconds. Tests that hold something to be quick ask
 * this one: how busy the machine is must not decide about them.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
