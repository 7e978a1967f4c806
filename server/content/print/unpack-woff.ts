import { inflateSync } from 'node:zlib';

const HEADER = 12;
const RECORD = 16;
const WOFF_HEADER = 44;
const WOFF_RECORD = 20;

/**
 * Converts a WOFF 1.0 font into SFNT: the same tables, inflated. The PDF writer accepts both, but inflates a compressed
 * table again for every glyph.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is not a WOFF file.');
  const count = woff.readUInt16BE(12);
  const power = Math.floor(Math.log2(count));
  const header = Buffer.alloc(HEADER + RECORD * count);
  header.writeUInt32BE(woff.readUInt32BE(4), 0);
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(2 ** power * RECORD, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE((count - 2 ** power) * RECORD, 10);
  const parts: Buffer[] = [header];
  let offset = header.length;
  for (let index = 0; index < count; index += 1) {
    const from = WOFF_HEADER + WOFF_RECORD * index;
    const [start, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(from + at));
    const bytes = woff.subarray(start, (start ?? 0) + (packed ?? 0));
    const table = packed === length ? bytes : inflateSync(bytes);
    const to = HEADER + RECORD * index;
    woff.copy(header, to, from, from + 4);
    woff.copy(header, to + 4, from + 16, from + 20);
    header.writeUInt32BE(offset, to + 8);
    header.writeUInt32BE(table.length, to + 12);
    // Tables start at multiples of four bytes.
    const padding = Buffer.alloc(-table.length & 3);
    parts.push(table, padding);
    offset += table.length + padding.length;
  }
  return Buffer.concat(parts);
}
