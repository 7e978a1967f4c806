/** Emoji and icons among the words of a text. Has the names of all emoji: loaded with what offers them. */
import { emojiOfName, type NamedEmoji } from '#src/domain/emoji/emoji-table.ts';
import type { TextEdit, TextOperation, TextRange } from './text-edit.ts';

/** Behind what is selected, of which nothing is lost. */
function insertBehind({ to }: TextRange, sign: string): TextEdit {
  const caret = to + sign.length;
  return { from: to, to, insert: sign, selection: { from: caret, to: caret } };
}

/** An icon as other platforms write it: its text stands for it where icons are not drawn. */
export const insertIcon =
  (name: string): TextOperation =>
  (_text, selected) =>
    insertBehind(selected, `<i class="fa-${name}">:${name}:</i>`);

/** Where a name between colons means something else. */
const codeOrIcon = /^[ \t]*(`{3,}|~{3,})[^]*?^[ \t]*\1|`[^`\n]*`|<i\s[^<>]*>[^<>\n]*<\/i>/gim;

/** Whether a text has emoji by their names alone, such as `:rocket:`. */
function hasNamesOnly(text: string): boolean {
  const words = text.replaceAll(codeOrIcon, '');
  if (/\p{Emoji_Presentation}|\uFE0F/u.test(words)) return false;
  return [...words.matchAll(/:([a-z\d_+-]{1,50})(?=:)/g)].some(
    ([, name = '']) => emojiOfName(name) !== undefined,
  );
}

/** An emoji as its character, or by its name where that is how the text has all of its emoji. */
export const insertEmoji =
  ({ emoji, name }: Pick<NamedEmoji, 'emoji' | 'name'>): TextOperation =>
  (text, selected) =>
    insertBehind(selected, hasNamesOnly(text) ? `:${name}:` : emoji);
