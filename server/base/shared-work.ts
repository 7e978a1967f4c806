/** Work that takes long: callers who ask for the same key at the same time get the same result. */
export class SharedWork<Result> {
  readonly #pending = new Map<string, Promise<Result>>();

  run(key: string, work: () => Promise<Result>): Promise<Result> {
    const result = this.#pending.get(key) ?? work().finally(() => this.#pending.delete(key));
    this.#pending.set(key, result);
    return result;
  }
}
