/** People in a pasted text, in order, without duplicates. */
export interface PastedPeople {
  /** Lowercase email addresses, or user ids as written. */
  people: string[];
  /** Words that are neither; shown to the user. */
  rejected: string[];
  /** Duplicates. */
  repeated: string[];
}

const emailPattern = /^[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"'.]+$/u;
const idPattern = /^[A-Za-z0-9_-]{12,64}$/;

/** Parses pasted people: lines, comma or semicolon lists, "Ada Lovelace <ada@example.org>", a spreadsheet column. */
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
