import { limitCombiningMarks } from '#api/slug.ts';
import { emojiCharacters, emojiFile } from './emoji.ts';

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
/** Control characters but line feeds, variation selectors, and what changes the emoji before it. */
const invisible = /(?!\n)[\p{Cc}\p{Cf}\p{EMod}\ufe00-\ufe0f\u20e3]/gu;
/** Characters of the font for emoji alone. */
const EMOJI = emojiCharacters(
  new RegExp(`[${LATIN}${LATIN_CHARACTERS}${EXTENDED}]|${invisible.source}`, 'u'),
);
const emojiRuns = new RegExp(`[${EMOJI}]+`, 'gu');
const MISSING = `[^${LATIN}${LATIN_CHARACTERS}${EXTENDED}${EMOJI}]`;
const unsupportedCharacters = new RegExp(MISSING, 'gu');
const unsupportedRuns = new RegExp(`${MISSING}+(?:\\s+${MISSING}+)*`, 'gu');
/** Fonts of a kind: the standard ones, the extended ones, or a file of the font for emoji. */
export type Typeface = 'standard' | 'extended' | { emojiFile: string };

/** A run of text for one font. */
export interface FontRun {
  text: string;
  typeface: Typeface;
}

/** The common name of the script of characters without a font; undefined for pictures. */
function scriptOf(run: string): string | undefined {
  const unsupportedScript = UNSUPPORTED_SCRIPTS.find(([, script]) => script.test(run))?.[0];
  if (unsupportedScript !== undefined) return unsupportedScript;
  return /\p{L}/u.test(run) ? 'other scripts' : undefined;
}

/**
 * Reduces a text to characters that the fonts have. Where text of a script is left out, the script is named;
 * `onUnsupported` is called for each. Pictures without a glyph are left out.
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

/**
 * Splits a printable text into runs by font.
 * @param isAllExtended whether the extended fonts have all of it but emoji
 */
export function toFontRuns(printable: string, isAllExtended = false): FontRun[] {
  const textRuns = (text: string): FontRun[] =>
    isAllExtended && text !== ''
      ? [{ text, typeface: 'extended' }]
      : splitAt(text, extendedRuns, (run) => [{ text: run, typeface: 'extended' }], standardRun);
  return splitAt(printable, emojiRuns, splitEmoji, textRuns);
}

const standardRun = (text: string): FontRun[] => (text === '' ? [] : [{ text, typeface: 'standard' }]);

/** Emoji by the file that has them; both letters of a flag are in one. */
function splitEmoji(emoji: string): FontRun[] {
  const runs: { text: string; typeface: { emojiFile: string } }[] = [];
  for (const sign of emoji) {
    const file = emojiFile(sign);
    const last = runs.at(-1);
    if (last?.typeface.emojiFile === file) last.text += sign;
    else runs.push({ text: sign, typeface: { emojiFile: file } });
  }
  return runs;
}

/** What is made of the matches of a pattern, and of the text between them. */
function splitAt(
  text: string,
  pattern: RegExp,
  ofMatch: (match: string) => FontRun[],
  ofText: (between: string) => FontRun[],
): FontRun[] {
  const runs: FontRun[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    runs.push(...ofText(text.slice(end, index)), ...ofMatch(match));
    end = index + match.length;
  }
  return [...runs, ...ofText(text.slice(end))];
}

/** The fonts for a printable text without emoji: the extended ones if only they have some of its characters. */
export function typefaceOf(printable: string): Typeface {
  return printable.search(extendedRuns) >= 0 ? 'extended' : 'standard';
}

/** Whether it has such letters; the whole text is then set in one font. */
export function hasExtendedLetters(printable: string): boolean {
  return extendedLetter.test(printable);
}

/** Whether the code font has all characters of a printable text. */
export function isInCodeFont(printable: string): boolean {
  return !notForCode.test(printable);
}
