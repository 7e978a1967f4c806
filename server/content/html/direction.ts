const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const FIRST_STRONG = /\p{L}/u;
/** Only so much of a text is looked at. */
const MAX_LENGTH = 1000;

/** The direction of a block whose first strong letter is written from right to left, as an attribute; '' for others. */
export function directionOf(text: string): string {
  const start = text.slice(0, MAX_LENGTH);
  if (!RTL.test(start)) return '';
  const letter = FIRST_STRONG.exec(start.replaceAll(/<[^<>]*>|\]\([^()]*\)|https?:\S+/g, ' '))?.[0] ?? '';
  return RTL.test(letter) ? ' dir="rtl"' : '';
}
