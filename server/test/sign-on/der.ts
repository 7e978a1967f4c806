/** Writes DER, the bytes that certificates are made of: as much of it as a certificate for tests takes. */

/** One element: a tag, the length, the content. */
function element(tag: number, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const length = Buffer.from(body.length.toString(16).padStart(4, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 + length.length]), length, body]);
}

/** A sequence of elements. */
export const sequence = (...items: Uint8Array[]) => element(0x30, ...items);
/** A set of elements. */
export const set = (...items: Uint8Array[]) => element(0x31, ...items);
/** A small positive number. */
export const integer = (value: number) => element(0x02, Buffer.from([value]));
/** A text. */
export const text = (value: string) => element(0x0c, Buffer.from(value));
/** Bits that fill whole bytes. */
export const bits = (value: Uint8Array) => element(0x03, Buffer.from([0]), value);
/** Nothing. */
export const nullElement = () => element(0x05);
/** A moment. */
export const time = (value: Date) =>
  element(0x18, Buffer.from(`${value.toISOString().replaceAll(/[-:T]|\..*/g, '')}Z`));
/** The name of a kind of thing, as in `1.2.840.113549.1.1.11`. */
export function objectId(name: string): Buffer {
  const [first = 0, second = 0, ...rest] = name.split('.').map(Number);
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(septets)]));
}

/** A number in groups of seven bits, the last one without the mark. */
function septets(value: number): number[] {
  const groups = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) groups.unshift((rest & 0x7f) | 0x80);
  return groups;
}
