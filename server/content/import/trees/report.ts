import type { ReportEntry } from '../import-plan.ts';

/** A report of more entries is cut; the last entry says how many are missing. */
const MAX_ENTRIES = 50_000;
const MAX_MESSAGE_LENGTH = 500;

/** Collects what happened to pages and files. */
export class Report {
  readonly #entries: ReportEntry[] = [];
  #missing = 0;

  add(entry: ReportEntry): void {
    if (this.#entries.length >= MAX_ENTRIES) this.#missing += 1;
    else this.#entries.push({ ...entry, message: entry.message.slice(0, MAX_MESSAGE_LENGTH) });
  }

  finish(): ReportEntry[] {
    if (this.#missing === 0) return this.#entries;
    const message = `${this.#missing.toLocaleString('en')} more entries are not listed.`;
    return [...this.#entries, { path: '', kind: 'warning', message }];
  }
}
