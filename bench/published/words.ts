/** Made-up texts that are the same in each run, with words as unequally frequent as in a language. */

/** Numbers from 0 to below 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const CONSONANTS = [...'bcdfghjklmnprstvw'];
const VOWELS = [...'aeiou'];
const VOCABULARY = 6000;

function pick<Item>(items: readonly Item[], at: number): Item {
  const item = items[at % items.length];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

/** All words, the most frequent first; the first ones are short, as in a language. */
export const words: readonly string[] = (() => {
  const random = randomNumbers(7);
  const made = new Set<string>();
  while (made.size < VOCABULARY) {
    const syllables = Math.min(4, 1 + Math.floor(made.size / 60) + Math.floor(random() * 2));
    made.add(
      Array.from(
        { length: syllables },
        () => pick(CONSONANTS, Math.floor(random() * 1e6)) + pick(VOWELS, Math.floor(random() * 1e6)),
      ).join(''),
    );
  }
  return [...made];
})();

/** A word; the n-th is n times less frequent than the first (Zipf's law). */
export function randomWord(random: () => number): string {
  return pick(words, Math.floor(VOCABULARY ** random()) - 1);
}

const KANJI_START = 0x4e00;
const KANJI = 800;

/** Some letters without spaces. */
export function randomKanji(random: () => number, length: number): string {
  return Array.from({ length }, () =>
    String.fromCodePoint(KANJI_START + Math.floor(KANJI ** random()) - 1),
  ).join('');
}

/** A sentence of 6 to 17 words. */
function sentence(random: () => number): string {
  const made = Array.from({ length: 6 + Math.floor(random() * 12) }, () => randomWord(random)).join(' ');
  return `${made.charAt(0).toUpperCase()}${made.slice(1)}.`;
}

function paragraph(random: () => number): string {
  return Array.from({ length: 2 + Math.floor(random() * 4) }, () => sentence(random)).join(' ');
}

export function title(random: () => number): string {
  return Array.from({ length: 2 + Math.floor(random() * 2) }, () => randomWord(random)).join(' ');
}

/** A text of some sections; every fiftieth is Japanese. */
export function plainText(random: () => number): string {
  const isJapanese = random() < 0.02;
  const section = () =>
    isJapanese
      ? `## ${randomKanji(random, 4)}\n\n${randomKanji(random, 120)}。\n`
      : `## ${title(random)}\n\n${paragraph(random)}\n\n${paragraph(random)}\n`;
  return Array.from({ length: 2 + Math.floor(random() * 3) }, section).join('\n');
}

/** A section with everything that long pages are made of. */
function longSection(random: () => number): string {
  const word = () => randomWord(random);
  const row = () => `| ${word()} | \`${word()}\` | ${sentence(random)} | ${Math.floor(random() * 1000)} |`;
  const call = () => `const ${word()} = await ${word()}.${word()}('${word()}'); // ${word()}`;
  const parts = [
    `## ${title(random)}`,
    paragraph(random),
    `${sentence(random)} See **${word()}** and [${word()}](https://${word()}.example/${word()}).`,
    ['- ', '- ', '- '].map((mark) => `${mark}${sentence(random)}`).join('\n'),
    `### ${title(random)}`,
    `> [!NOTE]\n> ${paragraph(random)}`,
    ['```ts', ...Array.from({ length: 8 }, call), '```'].join('\n'),
    `| Name | Type | Meaning | Number |\n| - | - | - | -: |\n${row()}\n${row()}\n${row()}`,
    paragraph(random),
  ];
  return `${parts.join('\n\n')}\n\n`;
}

/** A text of so many characters. */
export function longText(random: () => number, length: number): string {
  let text = '';
  while (text.length < length) text += longSection(random);
  return text;
}
