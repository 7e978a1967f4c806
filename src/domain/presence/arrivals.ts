/** A person who returns within this time was only reconnecting. */
const returnsWithinMs = 60_000;

/** Announces each person who arrives once, and not again after a reconnection of theirs or of this browser. */
export class Arrivals {
  /** The known people, with the time at which they left; null while they are here. */
  readonly #goneSince = new Map<string, number | null>();

  /**
   * Those who are new.
   *
   * @param present who is here now; null if that isn't known
   */
  of(present: readonly string[] | null, now: number): string[] {
    if (present === null) return [];
    const isNew = (id: string) => {
      const since = this.#goneSince.get(id);
      return since === undefined || (since !== null && now - since > returnsWithinMs);
    };
    const arrived = present.filter(isNew);
    for (const [id, since] of this.#goneSince) if (since === null) this.#goneSince.set(id, now);
    for (const id of present) this.#goneSince.set(id, null);
    return arrived;
  }
}
