import {
  backgroundOf,
  bearableTint,
  type ColorMode,
  contrastOf,
  formatColor,
  MIN_TEXT_CONTRAST,
  parseColor,
  readableColor,
} from '#api/site-colors.ts';
import { formatNumber } from '#src/lib/text/format.ts';

/** A chosen color as visitors see it in a mode. */
export interface ShownColor {
  /** As `#rrggbb`. */
  shown: string;
  /** Whether it is another one than the chosen. */
  isCorrected: boolean;
  /** One sentence. */
  text: string;
}

const modeNames: Readonly<Record<ColorMode, string>> = { light: 'In light mode', dark: 'In dark mode' };

/** The color of texts as visitors see it, and how well it can be read; null for what is no color. */
export function describeTextColor(text: string, mode: ColorMode): ShownColor | null {
  const parsedColor = parseColor(text);
  if (!parsedColor) return null;
  const background = backgroundOf(mode);
  const color = readableColor(parsedColor, mode);
  const [before, after] = [contrastOf(parsedColor, background), contrastOf(color, background)].map((value) =>
    formatNumber(Math.round(value * 10) / 10),
  );
  const colorText = formatColor(color);
  const isCorrected = colorText !== formatColor(parsedColor);
  if (!isCorrected)
    return {
      shown: colorText,
      isCorrected,
      text: `${modeNames[mode]} it is easy to read, contrast ${after}.`,
    };
  const problem =
    contrastOf(parsedColor, background) < MIN_TEXT_CONTRAST
      ? 'hard to read'
      : 'hard to read on tinted surfaces';
  return {
    shown: colorText,
    isCorrected,
    text: `${modeNames[mode]} it would be ${problem}, contrast ${before}. Visitors see ${colorText}, contrast ${after}.`,
  };
}

/** The color of surfaces as visitors see it; null for what is no color. */
export function describeTint(text: string, mode: ColorMode): ShownColor | null {
  const parsedColor = parseColor(text);
  if (!parsedColor) return null;
  const tintText = formatColor(bearableTint(parsedColor, mode));
  const isCorrected = tintText !== formatColor(parsedColor);
  return {
    shown: tintText,
    isCorrected,
    text: isCorrected
      ? `${modeNames[mode]} it would make texts hard to read. Visitors see ${tintText}.`
      : `${modeNames[mode]} texts on it are easy to read.`,
  };
}
