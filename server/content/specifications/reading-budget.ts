import { limitText } from './limit-text.ts';

/** The size of a schema beside its texts, in characters. */
const SCHEMA_COST = 80;

/** What is shown of a schema. */
export interface ReadingSize {
  schemas: number;
  characters: number;
}

/** How much may still be read of a specification for one part of its page. */
export class ReadingBudget {
  /** In characters. */
  spent = 0;
  #schemas: number;
  readonly #characters: number;
  #taken = 0;

  constructor({ schemas = 0, characters }: { schemas?: number; characters: number }) {
    this.#schemas = schemas;
    this.#characters = characters;
  }

  /** Whether something was left out. */
  isExceeded = false;

  /** A budget within this one. `spend` counts what it took. */
  within({ schemas, characters }: ReadingSize): ReadingBudget {
    return new ReadingBudget({
      schemas: Math.min(this.#schemas, schemas),
      characters: Math.min(this.#characters - this.spent, characters),
    });
  }

  spend({ schemas, characters }: ReadingSize): void {
    this.spent += characters;
    this.#schemas -= schemas;
    this.#taken += schemas;
  }

  get size(): ReadingSize {
    return { schemas: this.#taken, characters: this.spent };
  }

  /** Whether there is room for something of this size. */
  fits({ schemas, characters }: ReadingSize): boolean {
    return schemas <= this.#schemas && this.spent + characters <= this.#characters;
  }

  /** Whether one schema more may be shown. */
  takeSchema(): boolean {
    this.#schemas -= 1;
    if (this.#schemas < 0 || this.spent > this.#characters) {
      this.isExceeded = true;
      return false;
    }
    this.#taken += 1;
    this.spent += SCHEMA_COST;
    return true;
  }

  /** A text cut to a length and to what is left. */
  cut(text: string, length: number): string {
    const remaining = this.#characters - this.spent;
    const cut = remaining <= 0 ? '' : limitText(text, Math.min(length, remaining));
    this.spent += cut.length;
    if (cut.length < Math.min(text.length, length)) this.isExceeded = true;
    return cut;
  }

  /** Whether a text may be shown as a whole; if so, it is counted. */
  takeText(text: string): boolean {
    if (this.spent + text.length > this.#characters) return false;
    this.spent += text.length;
    return true;
  }
}
