import { codePointLength } from '#src/lib/text/code-points.ts';

/** Limits of the API. */
export const maxOptions = 50;
export const maxOptionLength = 40;

/** Validation message for a list of options; null if it is valid. Blank lines are ignored. */
export function validateOptions(options: readonly string[]): string | null {
  const written = trimOptions(options);
  if (written.length === 0) return 'Add at least one option.';
  if (written.length > maxOptions) return `Must have at most ${maxOptions} options (now ${written.length}).`;
  const long = written.find((option) => codePointLength(option) > maxOptionLength);
  if (long !== undefined) return `“${long}” has more than ${maxOptionLength} characters.`;
  const twice = written.find((option, index) => written.indexOf(option) < index);
  return twice === undefined ? null : `“${twice}” is listed twice.`;
}

/** The options, trimmed, without blank lines. */
export const trimOptions = (options: readonly string[]): string[] =>
  options.map((option) => option.trim()).filter(Boolean);
