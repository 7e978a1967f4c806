const LONGEST = 1000;
/** Where nobody is sent after signing in: these are no screens. */
const NO_SCREEN = /^\/(v1|auth|login|assets)(\/|\?|#|$)/;

/** A path of the console that somebody asked to return to; the first screen for everything that is none. */
export function ownPath(asked: unknown): string {
  if (typeof asked !== 'string' || asked.length > LONGEST) return '/';
  // Browsers read \ as /, drop tabs and line breaks, and take //host as another host.
  if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(asked) || NO_SCREEN.test(asked)) return '/';
  return asked;
}
