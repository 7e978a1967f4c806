/** Encodes DER, the encoding of certificates, as far as test certificates need it. */

/** An element: tag, length, content. */
function element(tag: number, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const length = Buffer.from(body.length.toString(16).padStart(4, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 + length.length]), length, body]);
}

export const sequence = (...items: Uint8Array[]) => element(0x30, ...items);
export const set = (...items: Uint8Array[]) => element(0x31, ...items);
/** A small positive integer. */
export const integer = (value: number) => element(0x02, Buffer.from([value]));
/** A UTF-8 string. */
export const text = (value: string) => element(0x0c, Buffer.from(value));
/** A bit string of whole bytes. */
export const bits = (value: Uint8Array) => element(0x03, Buffer.from([0]), value);
export const nullElement = () => element(0x05);
/** A GeneralizedTime. */
export const time = (value: Date) =>
  element(0x18, Buffer.from(`${value.toISOString().replaceAll(/[-:T]|\..*/g, '')}Z`));
/** An object identifier, such as `1.2.840.113549.1.1.11`. */
export function objectId(name: string): Buffer {
  const [first = 0, second = 0, ...rest] = name.split('.').map(Number);
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(septets)]));
}

/** A number in base 128, high bits set except in the last byte. */
function septets(value: number): number[] {
  const groups = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) groups.unshift((rest & 0x7f) | 0x80);
  return groups;
}
