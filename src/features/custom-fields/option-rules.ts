import { codePoints } from '#src/lib/code-points.ts';

/** Most options that a field can have, and most characters of one. */
export const mostOptions = 50;
export const longestOption = 40;

/** What is wrong with a list of options, as a sentence; null where nothing is. Blank lines do not count. */
export function optionsProblem(options: readonly string[]): string | null {
  const written = writtenOptions(options);
  if (written.length === 0) return 'Add at least one option.';
  if (written.length > mostOptions)
    return `Must have at most ${mostOptions} options (now ${written.length}).`;
  const long = written.find((option) => codePoints(option) > longestOption);
  if (long !== undefined) return `“${long}” has more than ${longestOption} characters.`;
  const twice = written.find((option, index) => written.indexOf(option) < index);
  return twice === undefined ? null : `“${twice}” is listed twice.`;
}

/** The options without blank lines and without blanks around them. */
export const writtenOptions = (options: readonly string[]): string[] =>
  options.map((option) => option.trim()).filter(Boolean);
