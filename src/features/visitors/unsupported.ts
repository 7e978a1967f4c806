/** A condition, or a part of it, that is an expression but cannot be evaluated in the browser. */
export class Unsupported extends Error {
  /** @param what the beginning of a sentence: "Regular expressions" */
  constructor(what: string) {
    super(`${what} cannot be evaluated here.`);
    this.name = 'Unsupported';
  }
}
