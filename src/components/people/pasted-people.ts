/** What a pasted text names, in order, each once. */
export interface PastedPeople {
  /** E-mail addresses in lower case, or user ids as they were written. */
  people: string[];
  /** Words that are neither; shown to the person who pasted them. */
  rejected: string[];
  /** Addresses and ids that stand in the text more than once. */
  repeated: string[];
}

const emailPattern = /^[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"'.]+$/u;
const idPattern = /^[A-Za-z0-9_-]{12,64}$/;

/**
 * Reads people from whatever one pastes: lines, lists with commas or semicolons, "Ada Lovelace <ada@example.org>"
 * from a mail program, a column of a spreadsheet. Names around addresses in angle brackets are passed over.
 */
export function parsePastedPeople(text: string): PastedPeople {
  const people = new Set<string>();
  const rejected = new Set<string>();
  const repeated = new Set<string>();
  const add = (key: string) => (people.has(key) ? repeated : people).add(key);
  for (const part of text.split(/[,;\n\r\t]+/)) {
    const bracketed = [...part.matchAll(/<([^<>]*)>/g)].map(([, inside = '']) => inside.trim());
    const words = bracketed.length > 0 ? bracketed : part.split(/\s+/);
    for (const word of words.filter(Boolean)) {
      const plain = word.replace(/^["'(]+|["').]+$/g, '');
      if (emailPattern.test(plain)) add(plain.toLowerCase());
      else if (idPattern.test(plain)) add(plain);
      else rejected.add(word);
    }
  }
  return { people: [...people], rejected: [...rejected], repeated: [...repeated] };
}
