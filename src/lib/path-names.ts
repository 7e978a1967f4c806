/**
 * A name as a path segment where some segments are screens: `matrix` becomes `~matrix`. Names can't start with `~`, so
 * this is unambiguous.
 */
export function toPathName(name: string, reserved: readonly string[]): string {
  return reserved.includes(name) ? `~${name}` : name;
}

/** Reverses `toPathName`. */
export function fromPathName(part: string): string {
  return part.replace(/^~/, '');
}
