const MAX_LENGTH = 1000;
/** Where nobody is sent after signing in: these are no screens. */
const NON_SCREEN_PATH = /^\/(v1|auth|login|assets)(\/|\?|#|$)/;

/** A path of the console that somebody asked to return to; the first screen for everything that is none. */
export function safeReturnPath(asked: unknown): string {
  if (typeof asked !== 'string' || asked.length > MAX_LENGTH) return '/';
  // Browsers read \ as /, drop tabs and line breaks, and take //host as another host.
  if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(asked) || NON_SCREEN_PATH.test(asked)) return '/';
  return asked;
}
