/** A valid condition that uses syntax not supported in the browser. */
export class UnsupportedError extends Error {
  /**
   * @param what start of a sentence: "Regular expressions"
   */
  constructor(what: string) {
    super(`${what} can’t be evaluated in the browser.`);
    this.name = 'Unsupported';
  }
}
