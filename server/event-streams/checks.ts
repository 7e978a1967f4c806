/** More would take the database from requests. */
const MAX_CONCURRENT = 2;

/** Checks whether followers still have access, a few at a time. */
export class Checks {
  #waiting: (() => Promise<void>)[] = [];
  #running = 0;

  /** `check` must not reject. */
  add(check: () => Promise<void>): void {
    this.#waiting.push(check);
    this.#next();
  }

  /** Before those that wait. */
  addFirst(check: () => Promise<void>): void {
    this.#waiting.unshift(check);
    this.#next();
  }

  #next(): void {
    if (this.#running >= MAX_CONCURRENT) return;
    const check = this.#waiting.shift();
    if (!check) return;
    this.#running += 1;
    void check().finally(() => {
      this.#running -= 1;
      this.#next();
    });
  }
}
