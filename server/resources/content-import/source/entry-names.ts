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
  const encoding = unstated.length === 0 ? undefined : encodingOf(unstated);
  return (name) => {
    if (encoding && !isStated(name)) return textOf(encoding.read(name.bytes) ?? readWestern(name.bytes));
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

interface Character {
  text: string;
  /** The bytes that it was read from. */
  bytes: readonly number[];
}

/** An encoding of a system that archives were made on. */
interface NameEncoding {
  /** Undefined where the bytes are not in it. */
  read: (bytes: Buffer) => Character[] | undefined;
  /** What a name may consist of. */
  letters: RegExp;
  /** How usual a character that is not ASCII is: 0 to 1, and a half more for those that tell two encodings apart. */
  weigh: (character: Character) => number;
}

/** Frequent characters of one language whose bytes are rare characters in the encodings of the others. */
const KOREAN =
  '이다는에의을가고하지를은로기도사한리인자서시어나정만들스일으보아수대라전과요제해부장주구공상원안성용개글문';
const SIMPLIFIED =
  '安版帮备本变部参测产常成程初创存错大代档导地点调发法方访分概高个更工公功管规国和后环会机级集计技简教接结介开可客控快览理例连量录路码模目内能配品器全人日如包报表编标步出单到对多东翻范改过行话活';
const TRADITIONAL =
  '的說明文件使用手冊安裝設定環境教學指南簡介常見問題快速開始登入帳號管理資料表單檔案圖片版本更新系統網路範例';

const HAN_NAME = /^[\x20-\x7e\p{Script=Han}（），。、《》【】：！？０-９\u3000]*$/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}ー]/u;
/** Where two systems of western Europe differ, both have the same letters at the places that are used most. */
const CODE_PAGE_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/** In the order in which they are taken where characters are equally usual in several. */
const ENCODINGS: readonly NameEncoding[] = [
  // Code page 437, which the format names. Its Greek letters and lines occur in no name.
  { read: readWestern, letters: /^[\x20-\x7eÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜáíóúñÑß]*$/u, weigh: () => 1 },
  {
    read: (bytes) =>
      [...bytes].map((byte) => ({
        text: byte < 0x80 ? String.fromCharCode(byte) : (CODE_PAGE_850[byte - 0x80] ?? ''),
        bytes: [byte],
      })),
    letters: /^[\x20-\x7eÀ-ÖØ-öø-ÿ]*$/u,
    weigh: () => 1,
  },
  {
    read: readAs('shift_jis'),
    letters:
      /^[\x20-\x7e\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー・。、「」（）～！？Ａ-Ｚａ-ｚ０-９\u3000]*$/u,
    // Half-width katakana are single bytes, as which every other text can be read.
    weigh: ({ text, bytes }) => (bytes.length === 2 && (KANA.test(text) || isLed(bytes, 0x88, 0x97)) ? 1 : 0),
  },
  {
    read: readAs('euc-kr'),
    letters: /^[\x20-\x7e\p{Script=Hangul}]*$/u,
    weigh: ({ text, bytes }) => (isLed(bytes, 0xb0, 0xc8) ? 1 : 0) + (KOREAN.includes(text) ? 0.5 : 0),
  },
  {
    read: readAs('gbk'),
    letters: HAN_NAME,
    weigh: ({ text, bytes }) => (isLed(bytes, 0xb0, 0xd7) ? 1 : 0) + (SIMPLIFIED.includes(text) ? 0.5 : 0),
  },
  {
    read: readAs('big5'),
    letters: HAN_NAME,
    weigh: ({ text, bytes }) => (isLed(bytes, 0xa4, 0xc6) ? 1 : 0) + (TRADITIONAL.includes(text) ? 0.5 : 0),
  },
  {
    read: readAs('ibm866'),
    letters: /^(?!.*(\p{Script=Cyrillic}[a-z]|[a-z]\p{Script=Cyrillic}))[\x20-\x7e\p{Script=Cyrillic}№]*$/iu,
    weigh: () => 1,
  },
];

/** Whether the first of a character's bytes is in a range: the frequent characters of an encoding stand together. */
function isLed([lead = 0]: readonly number[], first: number, last: number): boolean {
  return lead >= first && lead <= last;
}

/**
 * The encoding in which the names have the most usual characters. Bytes of one are valid in several: those of Chinese are
 * katakana of half the width, and Korean is made of bytes of Chinese.
 */
function encodingOf(names: readonly Buffer[]): NameEncoding | undefined {
  let best: NameEncoding | undefined;
  let most = 0;
  for (const encoding of ENCODINGS) {
    const share = shareOfUsual(encoding, names);
    if (share > most) [best, most] = [encoding, share];
  }
  return best;
}

function shareOfUsual({ read, letters, weigh }: NameEncoding, names: readonly Buffer[]): number {
  let weight = 0;
  let count = 0;
  for (const name of names) {
    const characters = read(name);
    if (!characters || !letters.test(textOf(characters))) return 0;
    const special = characters.filter(({ text }) => text > '\u007f');
    if (special.every(({ bytes }) => bytes.length === 1) && !isWord(characters)) return 0;
    count += special.length;
    for (const character of special) weight += weigh(character);
  }
  return weight / count;
}

/** A small letter with an accent before a capital or a sign: bytes of Japanese look like this, words do not. */
const BROKEN_WORD = /[üéâäàåçêëèïîìæôöòûùÿáíóúñ][A-Z@[\]^`{|}~]/u;

/** Whether a name in a western encoding could be one: mostly letters without accents. */
function isWord(characters: readonly Character[]): boolean {
  const text = textOf(characters);
  const accented = text.match(/[\u0080-\u00ff]/g)?.length ?? 0;
  return !BROKEN_WORD.test(text) && accented <= 0.4 * (text.match(/\p{L}/gu)?.length ?? 0);
}

function textOf(characters: readonly Character[]): string {
  return characters.map(({ text }) => text).join('');
}

function readWestern(name: Buffer): Character[] {
  return [...name].map((byte) => ({
    text: getFileNameLowLevel(0, Buffer.from([byte]), [], false),
    bytes: [byte],
  }));
}

function readAs(encoding: string): NameEncoding['read'] {
  return (name) => {
    const decoder = new TextDecoder(encoding, { fatal: true });
    const characters: Character[] = [];
    let bytes: number[] = [];
    try {
      for (const byte of name) {
        bytes.push(byte);
        const text = decoder.decode(Uint8Array.of(byte), { stream: true });
        if (text === '') continue;
        characters.push({ text, bytes });
        bytes = [];
      }
      decoder.decode();
      return characters;
    } catch {
      return undefined;
    }
  };
}
