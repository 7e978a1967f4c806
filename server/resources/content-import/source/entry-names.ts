import { isUtf8 } from 'node:buffer';
import { getFileNameLowLevel, type ExtraField } from 'yauzl';

/** The flag of an entry whose name is UTF-8. */
const UTF8_FLAG = 0x800;
/** The extra field with a name in UTF-8 beside one in another encoding. */
const UNICODE_PATH = 0x7075;

/** The name of an entry as an archive has it. */
export interface RawName {
  flags: number;
  bytes: Buffer;
  extraFields: ExtraField[];
}

/** Reads the names of an archive's entries; all that are in no stated encoding are in the same one. */
export function nameReaderOf(names: readonly RawName[]): (name: RawName) => string {
  const unstated = names.filter((name) => !isStated(name)).map(({ bytes }) => bytes);
  const decoder = unstated.length === 0 ? undefined : decoderFor(unstated);
  return (name) => {
    if (decoder && !isStated(name)) return decoder.decode(name.bytes);
    if (isUtf8(name.bytes) && !hasUnicodePath(name)) return name.bytes.toString('utf8');
    return getFileNameLowLevel(name.flags, name.bytes, name.extraFields, false);
  };
}

/** Whether a name says what it is: by the flag, by the extra field, or as it is valid UTF-8. */
function isStated(name: RawName): boolean {
  return (name.flags & UTF8_FLAG) !== 0 || hasUnicodePath(name) || isUtf8(name.bytes);
}

function hasUnicodePath({ extraFields }: RawName): boolean {
  return extraFields.some(({ id }) => id === UNICODE_PATH);
}

/**
 * The encoding of a system that archives were made on. Each has letters of one script; the first in which all names
 * consist of such letters is taken, else the one that the format names, code page 437.
 */
const ENCODINGS: readonly (readonly [name: string, letters: RegExp])[] = [
  ['shift_jis', /^[\x20-\x7e\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー・。、「」（）]*$/u],
  ['gbk', /^[\x20-\x7e\p{Script=Han}（），。、《》]*$/u],
  ['euc-kr', /^[\x20-\x7e\p{Script=Hangul}]*$/u],
  ['ibm866', /^[\x20-\x7e\p{Script=Cyrillic}№]*$/u],
];

function decoderFor(names: readonly Buffer[]): Pick<TextDecoder, 'decode'> {
  const western = { decode: (bytes: AllowSharedBufferSource | undefined) => decodeWestern(bytes) };
  if (names.every((name) => isWestern(decodeWestern(name)))) return western;
  for (const [encoding, letters] of ENCODINGS) {
    if (names.every((name) => letters.test(decodeStrictly(encoding, name) ?? '\0')))
      return new TextDecoder(encoding);
  }
  return western;
}

/** Letters of western languages that code page 437 has; its Greek letters and lines occur in no name. */
const WESTERN_LETTERS = /^[\x20-\x7eÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜáíóúñÑß]*$/u;

/** A small letter with an accent before a capital or a sign: bytes of Japanese look like this, words do not. */
const BROKEN_WORD = /[üéâäàåçêëèïîìæôöòûùÿáíóúñ][A-Z@[\]^`{|}~]/u;

function isWestern(name: string): boolean {
  return WESTERN_LETTERS.test(name) && !BROKEN_WORD.test(name);
}

function decodeWestern(bytes: AllowSharedBufferSource | undefined): string {
  const buffer = bytes instanceof Buffer ? bytes : Buffer.alloc(0);
  return getFileNameLowLevel(0, buffer, [], false);
}

function decodeStrictly(encoding: string, bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
