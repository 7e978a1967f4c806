const UNSTORABLE = /[^\P{Cc}\n\t]/gu;
const HALF_CHARACTER = /\p{Cs}/gu;

/**
 * A text of a stranger as a database stores it, and as every program that reads it again takes it: without control
 * characters other than tabs and ends of lines, and without halves of characters.
 */
export function storableText(text: string): string {
  return text.replace(HALF_CHARACTER, '\ufffd').replace(UNSTORABLE, '');
}
