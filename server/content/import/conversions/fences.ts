const FENCE = /^([ \t]*(?:>[ \t]?)*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?)(`{3,}|~{3,})(.*)$/;

/** Follows fenced code from line to line. */
export class FenceTracker {
  #fence: string | undefined;

  /** Whether a line is part of fenced code, its fences included. */
  isCode(line: string): boolean {
    const [, , run = '', rest = ''] = FENCE.exec(line) ?? [];
    if (this.#fence !== undefined) {
      if (run.startsWith(this.#fence) && rest.trim() === '') this.#fence = undefined;
      return true;
    }
    if (run === '' || (run.startsWith('`') && rest.includes('`'))) return false;
    this.#fence = run;
    return true;
  }

  /** Whether the last line opened code, or is within it. */
  get isOpen(): boolean {
    return this.#fence !== undefined;
  }
}
