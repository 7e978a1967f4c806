import type { DraftStorage, PageDraft, ReadDraft } from '#src/domain/page-drafts/page-drafts.ts';

/**
 * The drafts of one page in this browser. It deletes only drafts that it has read: one that could not be read
 * may exist.
 */
export class DraftKeeper {
  readonly #drafts: DraftStorage;
  readonly #key: string;
  #isUnread: boolean;
  #mayBeThere: boolean;
  #hasFailed = false;

  constructor(drafts: DraftStorage, key: string, found: ReadDraft) {
    this.#drafts = drafts;
    this.#key = key;
    this.#isUnread = found === 'unread';
    this.#mayBeThere = found !== null;
  }

  /** Whether there may be a draft that has not been read yet. */
  get isUnread(): boolean {
    return this.#isUnread;
  }

  /** Whether the storage refused the last thing asked of it. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Reads what could not be read before; rejects while it still can't. */
  async readAgain(): Promise<PageDraft | null> {
    const draft = await this.#watched(this.#drafts.read(this.#key));
    this.#isUnread = false;
    this.#mayBeThere = draft !== null;
    return draft;
  }

  /** Another tab has the page open, and keeps it too. */
  expectOthers(): void {
    this.#mayBeThere = true;
  }

  async write(draft: PageDraft): Promise<void> {
    this.#mayBeThere = true;
    await this.#watched(this.#drafts.write(this.#key, draft));
  }

  async delete(): Promise<void> {
    if (this.#mayBeThere) await this.#watched(this.#drafts.delete(this.#key));
  }

  async #watched<Result>(asked: Promise<Result>): Promise<Result> {
    try {
      const result = await asked;
      this.#hasFailed = false;
      return result;
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    }
  }
}
