/** Words in which one letter is wrong: another one, one too many, one missing, or two that changed places. */

/** In shorter words, too many others are one letter away. */
const MIN_LENGTH = 5;
/** Longer ones have too many neighbors. */
const MAX_LENGTH = 24;

/** The letters of scripts with small alphabets, as words are folded. */
const alphabets = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзиклмнопрстуфхцчшщъыьэюяєђјљњћџґ',
  'αβγδεζηθικλμνξοπρστυφχψω',
  'ءابةتثجحخدذرزسشصضطظعغفقكلمنهويىپچژگک',
  'אבגדהוזחטיכךלמםנןסעפףצץקרשת',
  'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ',
  'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ',
];

/** All words that are one letter away; none of a word that is too short, too long or in another script. */
export function neighborsOf(word: string, isPrefix: boolean): string[] {
  const alphabet = alphabets.find((letters) => [...word].every((letter) => letters.includes(letter)));
  if (alphabet === undefined || word.length < MIN_LENGTH || word.length > MAX_LENGTH) return [];
  const neighbors = new Set<string>();
  for (let at = 0; at <= word.length; at += 1) {
    const [before, letter, after] = [word.slice(0, at), word.slice(at, at + 1), word.slice(at + 1)];
    // What comes after a beginning makes no difference.
    if (letter === '' && isPrefix) break;
    neighbors.add(before + after);
    neighbors.add(before + after.slice(0, 1) + letter + after.slice(1));
    for (const replacement of alphabet) {
      neighbors.add(before + replacement + after);
      neighbors.add(before + replacement + letter + after);
    }
  }
  neighbors.delete(word);
  return [...neighbors];
}
