import { limitCombiningMarks } from '#api/slug.ts';

/** The characters of the standard PDF fonts: Windows-1252. */
const LATIN = '\\n\\x20-\\x7e\\xa0-\\xff';
const LATIN_CHARACTERS = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
/**
 * Further characters of the extended fonts: more Latin, Greek, Cyrillic, Armenian and Georgian letters, arrows and
 * symbols.
 */
const EXTENDED = [
  '\\u0100-\\u02e9\\u02ec-\\u02ee\\u0300-\\u034f\\u0370-\\u0377\\u037a-\\u037f\\u0384-\\u038a\\u038c\\u038e-\\u03a1',
  '\\u03a3-\\u0525\\u0531-\\u0556\\u0559-\\u055f\\u0561-\\u0587\\u0589\\u058a\\u10a0-\\u10c5\\u10d0-\\u10fc\\u1e00-\\u1efb',
  '\\u1f00-\\u1ffe\\u2010-\\u205e\\u2070\\u2071\\u2074-\\u208e\\u2090-\\u209c\\u20a0-\\u20b5\\u20b8-\\u20ba\\u20bd',
  '\\u2100-\\u2109\\u210b-\\u2149\\u2150-\\u2185\\u2190-\\u2311\\u2318\\u2319\\u231c-\\u2321\\u2324-\\u2328\\u239b-\\u23ae',
  '\\u23ce\\u23cf\\u2460-\\u2469\\u2500-\\u269c\\u269e-\\u26b8\\u2701-\\u2704\\u2706-\\u2709\\u270c-\\u2727\\u2729-\\u274b',
  '\\u274d\\u274f-\\u2752\\u2756\\u2758-\\u275e\\u2761-\\u2794\\u2798-\\u27af\\u27b1-\\u27be\\u27e6-\\u27eb\\u27f0-\\u28ff',
  '\\u2a00-\\u2a02\\u2a7d-\\u2aa0\\u2b00-\\u2b1a',
].join('');
/** The extended characters of the code font. */
const EXTENDED_CODE = [
  '\\u0100-\\u01c3\\u0250-\\u02b9\\u0300-\\u033f\\u0374-\\u0377\\u037a-\\u037f\\u0384-\\u038a\\u038c\\u038e-\\u03a1\\u03a3-\\u03ce',
  '\\u0400-\\u045f\\u0490-\\u049b\\u0531-\\u0556\\u0559-\\u055f\\u0561-\\u0587\\u0589\\u058a\\u10d0-\\u10fc\\u1f00-\\u1ffe',
  '\\u2010-\\u2023\\u2026\\u2030-\\u2037\\u2039\\u203a\\u2070\\u2071\\u2074-\\u208e\\u2090-\\u209c\\u20a0-\\u20b5\\u20b8-\\u20ba',
  '\\u20bd\\u2190-\\u2213\\u2217-\\u2220\\u2227-\\u222d\\u2241-\\u2269\\u2300-\\u2306\\u2308-\\u2311\\u2500-\\u262f\\u2798-\\u27af',
].join('');
/** Scripts without a font, with the names that people know them by. */
const UNSUPPORTED_SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['Japanese', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['Korean', /\p{Script=Hangul}/u],
  ['Chinese', /[\p{Script=Han}\p{Script=Bopomofo}]/u],
  ['Arabic', /\p{Script=Arabic}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Devanagari', /\p{Script=Devanagari}/u],
  ['Thai', /\p{Script=Thai}/u],
];

/** A character of the extended fonts, with the letter before it if it is a combining mark. */
const EXTENDED_CHARACTER = `(?:.(?=[\\u0300-\\u036f]))?(?![${LATIN_CHARACTERS}])[${EXTENDED}]`;
const NEUTRAL = '[\\s\\d!-/:-@\\[-`{-~]*';
const extendedRuns = new RegExp(`${EXTENDED_CHARACTER}(?:${NEUTRAL}${EXTENDED_CHARACTER})*`, 'g');
const extendedLetter = new RegExp(`(?![${LATIN_CHARACTERS}])(?=[\\p{L}\\p{M}])[${EXTENDED}]`, 'u');
const notForCode = new RegExp(`(?![${LATIN_CHARACTERS}${EXTENDED_CODE}])[${EXTENDED}]`);
const MISSING = `[^${LATIN}${LATIN_CHARACTERS}${EXTENDED}]`;
const unsupportedCharacters = new RegExp(MISSING, 'gu');
const unsupportedRuns = new RegExp(`${MISSING}+(?:\\s+${MISSING}+)*`, 'gu');
/** Control characters but line feeds, and variation selectors. */
const invisible = /(?!\n)[\p{Cc}\p{Cf}\ufe00-\ufe0f\u20e3]/gu;

/** A run of text for one font: a standard one, or (`isExtended`) an extended one. */
export interface FontRun {
  text: string;
  isExtended: boolean;
}

/** The common name of the script of characters without a font; undefined for emoji and other pictures. */
function scriptOf(run: string): string | undefined {
  const unsupportedScript = UNSUPPORTED_SCRIPTS.find(([, script]) => script.test(run))?.[0];
  if (unsupportedScript !== undefined) return unsupportedScript;
  return /\p{L}/u.test(run) ? 'other scripts' : undefined;
}

/**
 * Reduces a text to characters that the fonts have. Where text of a script is left out, the script is named;
 * `onUnsupported` is called for each. Emoji are left out with the blanks before them.
 */
export function toPrintable(text: string, onUnsupported: (script: string) => void = () => {}): string {
  return limitCombiningMarks(text)
    .normalize('NFC')
    .replaceAll('\t', '    ')
    .replace(invisible, '')
    .replace(
      unsupportedCharacters,
      (sign) => sign.normalize('NFKD').replace(unsupportedCharacters, '') || sign,
    )
    .replace(unsupportedRuns, (run) => {
      const script = scriptOf(run);
      if (script === undefined) return '';
      onUnsupported(script);
      return `(text in ${script})`;
    });
}

/** The scripts of a text that cannot be printed. */
export function unprintableScripts(text: string): Set<string> {
  const scripts = new Set<string>();
  toPrintable(text, (script) => scripts.add(script));
  return scripts;
}

/** Splits a printable text into runs by font. */
export function toFontRuns(printable: string): FontRun[] {
  const runs: FontRun[] = [];
  let end = 0;
  for (const { 0: text, index } of printable.matchAll(extendedRuns)) {
    if (index > end) runs.push({ text: printable.slice(end, index), isExtended: false });
    runs.push({ text, isExtended: true });
    end = index + text.length;
  }
  if (end < printable.length) runs.push({ text: printable.slice(end), isExtended: false });
  return runs;
}

/** Whether a printable text has a character that only the extended fonts have. */
export function needsExtendedFont(printable: string): boolean {
  return printable.search(extendedRuns) >= 0;
}

/** Whether it has such letters; the whole text is then set in one font. */
export function hasExtendedLetters(printable: string): boolean {
  return extendedLetter.test(printable);
}

/** Whether the code font has all characters of a printable text. */
export function isInCodeFont(printable: string): boolean {
  return !notForCode.test(printable);
}
