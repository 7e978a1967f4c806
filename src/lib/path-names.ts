/**
 * A name as one part of a path where some words already mean screens: `matrix` becomes `~matrix`. Names may not begin
 * with `~`, so nothing else can mean the same.
 */
export function toPathName(name: string, reserved: readonly string[]): string {
  return reserved.includes(name) ? `~${name}` : name;
}

/** The name that `toPathName` made a part of a path from. */
export function fromPathName(part: string): string {
  return part.replace(/^~/, '');
}
