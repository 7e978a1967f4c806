export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 256;

/** How many digits and signs at both ends make a common password no better: `letmein12345`, `!Password2026`. */
const MAX_ADDED = 6;
/** A shorter word is too common to say anything. */
const MIN_WORD_LENGTH = 4;
/** `abcabcabcabc` */
const MAX_REPEATED_LENGTH = 4;

/**
 * Why a password can't be used, as the rest of a sentence; null if it can. Length and how common it is count, and not
 * which characters it has. `own` are texts that others know of the person: the address, the name.
 */
export async function validatePassword(password: string, own: readonly string[]): Promise<string | null> {
  const { length } = [...password];
  if (length < MIN_PASSWORD_LENGTH) return `must have at least ${MIN_PASSWORD_LENGTH} characters`;
  if (length > MAX_PASSWORD_LENGTH) return `must have at most ${MAX_PASSWORD_LENGTH} characters`;
  const text = password.normalize('NFKC').toLowerCase();
  const ownWords = new Set(
    own.flatMap((word) => [word, ...word.split('@')]).map((word) => word.toLowerCase()),
  );
  if (ownWords.has(text)) return 'must not be your name or email address';
  return isGuessable(text, await loadCommonPasswords())
    ? 'is one of the first that attackers try; choose another one'
    : null;
}

function isGuessable(text: string, common: ReadonlySet<string>): boolean {
  if (common.has(text) || isSequence(text)) return true;
  const unit = shortestUnit(text);
  if (unit !== text && (unit.length <= MAX_REPEATED_LENGTH || common.has(unit))) return true;
  const word = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return word.length >= MIN_WORD_LENGTH && text.length - word.length <= MAX_ADDED && common.has(word);
}

/** `abcdefghijkl`, `987654321098` with any step that stays the same. */
function isSequence(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const step = (codes[1] ?? 0) - (codes[0] ?? 0);
  return Math.abs(step) <= 1 && codes.every((code, at) => at === 0 || code - (codes[at - 1] ?? 0) === step);
}

/** The shortest text that gives `text` when it is repeated. */
function shortestUnit(text: string): string {
  const at = (text + text).indexOf(text, 1);
  return text.slice(0, at);
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** Loaded with the first password that is set. */
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  );
  return commonPasswords;
}
