import { emojiToName } from 'gemoji';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The files of the font for emoji, each with some of them. Their characters by file: `U+1f1e6-1f1ff,U+200d`. */
const files: Record<string, string> = JSON.parse(
  readFileSync(require.resolve('@fontsource/noto-emoji/unicode.json'), 'utf8'),
);

/** The number of the file that has an emoji. Signs below the pictures, such as digits, are in the fonts for text. */
const fileOfEmoji = new Map<string, number>();
Object.values(files).forEach((ranges, file) => {
  for (const range of ranges.split(',')) {
    const [first = 0, last = first] = range
      .slice('U+'.length)
      .split('-')
      .map((code) => Number.parseInt(code, 16));
    for (let code = first; code <= last; code += 1) fileOfEmoji.set(String.fromCodePoint(code), file);
  }
});

/** @param isText whether the fonts for text have a character */
export function emojiCharacters(isText: RegExp): string {
  return [...fileOfEmoji.keys()].filter((sign) => !isText.test(sign)).join('');
}

/** The path of the file of the font that has an emoji. */
export function emojiFile(emoji: string): string {
  const file = fileOfEmoji.get(String.fromCodePoint(emoji.codePointAt(0) ?? 0));
  return require.resolve(`@fontsource/noto-emoji/files/noto-emoji-${file ?? 0}-400-normal.woff`);
}

const pictures = /\p{RI}\p{RI}|\p{Emoji_Presentation}/gu;

/** The text with names instead of emoji, as `:owl:`, where a line has one font. Those without a name are left out. */
export function withEmojiNames(text: string): string {
  return text.replaceAll(pictures, (emoji) => {
    const name = emojiToName[emoji] ?? emojiToName[`${emoji}\ufe0f`];
    return name === undefined ? '' : `:${name}:`;
  });
}
