import { codePointLength } from '#src/lib/code-points.ts';

/** Most options that a field can have, and most characters of one. */
export const maxOptions = 50;
export const maxOptionLength = 40;

/** What is wrong with a list of options, as a sentence; null where nothing is. Blank lines do not count. */
export function validateOptions(options: readonly string[]): string | null {
  const written = trimOptions(options);
  if (written.length === 0) return 'Add at least one option.';
  if (written.length > maxOptions) return `Must have at most ${maxOptions} options (now ${written.length}).`;
  const long = written.find((option) => codePointLength(option) > maxOptionLength);
  if (long !== undefined) return `“${long}” has more than ${maxOptionLength} characters.`;
  const twice = written.find((option, index) => written.indexOf(option) < index);
  return twice === undefined ? null : `“${twice}” is listed twice.`;
}

/** The options without blank lines and without blanks around them. */
export const trimOptions = (options: readonly string[]): string[] =>
  options.map((option) => option.trim()).filter(Boolean);
