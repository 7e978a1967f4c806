/** A condition, or a part of it, that is an expression but cannot be evaluated in the browser. */
export class UnsupportedError extends Error {
  /** @param what the beginning of a sentence: "Regular expressions" */
  constructor(what: string) {
    super(`${what} can’t be evaluated in the browser.`);
    this.name = 'Unsupported';
  }
}
