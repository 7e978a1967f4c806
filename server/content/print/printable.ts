/** Signs beyond Latin-1 that the standard fonts of PDF have (Windows-1252). */
const MORE_SIGNS = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
/** Signs that writers use often and the fonts lack, written with what they have. */
const SUBSTITUTES = new Map([
  ['→', '->'],
  ['←', '<-'],
  ['↔', '<->'],
  ['⇒', '=>'],
  ['≤', '<='],
  ['≥', '>='],
  ['≠', '!='],
  ['≈', '~'],
  ['−', '-'],
  ['✓', 'x'],
]);
/** What stands for a stretch of text that the fonts do not have. */
export const NOT_PRINTABLE = '[?]';

/**
 * A text in the signs of the standard fonts. Letters lose marks that the fonts lack; what they have nothing for is shown
 * as `[?]`, one for each stretch, so that nobody takes the gap for the text.
 */
export function toPrintable(text: string): string {
  let printable = '';
  let isInGap = false;
  for (const sign of text.normalize('NFC').replaceAll('\t', '    ')) {
    const shown = isPrintable(sign) ? sign : substituteOf(sign);
    if (shown === '' && isInvisible(sign)) continue;
    if (shown !== '') printable += shown;
    else if (!isInGap) printable += NOT_PRINTABLE;
    isInGap = shown === '';
  }
  return printable;
}

function substituteOf(sign: string): string {
  return SUBSTITUTES.get(sign) ?? [...sign.normalize('NFKD')].filter(isPrintable).join('');
}

function isPrintable(sign: string): boolean {
  const code = sign.codePointAt(0) ?? 0;
  return (
    sign === '\n' ||
    (code >= 0x20 && code < 0x7f) ||
    (code >= 0xa0 && code <= 0xff) ||
    MORE_SIGNS.includes(sign)
  );
}

function isInvisible(sign: string): boolean {
  return /[\p{Cc}\p{Cf}\p{M}]/u.test(sign);
}
