/** A DER value: tag and content. */
export interface DerValue {
  tag: number;
  bytes: Uint8Array;
}

/** Thrown for anything but the DER subset used by certificates. */
export class DerError extends Error {}

/** Parses the first value and returns the remaining bytes. */
function parseValue(bytes: Uint8Array): { value: DerValue; rest: Uint8Array } {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw new DerError();
  const { length, header } = parseLength(bytes, first);
  const end = header + length;
  if (end > bytes.length) throw new DerError();
  return { value: { tag, bytes: bytes.subarray(header, end) }, rest: bytes.subarray(end) };
}

function parseLength(bytes: Uint8Array, first: number): { length: number; header: number } {
  if (first < 0x80) return { length: first, header: 2 };
  const count = first & 0x7f;
  if (count === 0 || count > 4 || bytes.length < 2 + count) throw new DerError();
  const length = bytes.subarray(2, 2 + count).reduce((sum, byte) => sum * 256 + byte, 0);
  return { length, header: 2 + count };
}

/** Parses consecutive values. */
export function parseValues(bytes: Uint8Array): DerValue[] {
  const values: DerValue[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const one = parseValue(rest);
    values.push(one.value);
    rest = one.rest;
  }
  return values;
}

export function objectId(bytes: Uint8Array): string {
  const parts: number[] = [];
  let part = 0;
  for (const byte of bytes) {
    part = part * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    if (parts.length === 0) {
      const first = Math.min(2, Math.floor(part / 40));
      parts.push(first, part - first * 40);
    } else parts.push(part);
    part = 0;
  }
  return parts.join('.');
}

export function textOf({ tag, bytes }: DerValue): string {
  const encoding = { 0x0c: 'utf-8', 0x1e: 'utf-16be' }[tag] ?? 'latin1';
  return new TextDecoder(encoding).decode(bytes);
}

/** UTCTime has two-digit years up to 2049, GeneralizedTime four. */
export function timeOf({ tag, bytes }: DerValue): Date {
  const text = new TextDecoder().decode(bytes);
  const match = /^(\d\d(?:\d\d)?)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!match || (tag !== 0x17 && tag !== 0x18)) throw new DerError();
  const [, year = '', ...rest] = match;
  const [month = '', day = '', hour = '', minute = '', second = ''] = rest;
  const century = year.length === 4 ? '' : Number(year) < 50 ? '20' : '19';
  const time = new Date(`${century}${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(time.getTime())) throw new DerError();
  return time;
}
