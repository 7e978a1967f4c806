import { isUtf8 } from 'node:buffer';

export interface DecodedText {
  /** Lines end with line feeds; no byte order mark, no NUL. */
  text: string;
  lineEnds: 'lf' | 'crlf' | 'mixed';
  hasByteOrderMark: boolean;
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  hasNul: boolean;
}

/** Decodes a text file: UTF-8, UTF-16 with a mark or recognized by its zeros, else Windows-1252. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = encodingOf(bytes);
  const decoded = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
  const hasByteOrderMark = decoded.startsWith('\uFEFF');
  const raw = hasByteOrderMark ? decoded.slice(1) : decoded;
  const hasNul = raw.includes('\0');
  const text = raw.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '');
  return { text, lineEnds: lineEndsOf(raw), hasByteOrderMark, encoding, hasNul };
}

function encodingOf(bytes: Uint8Array): DecodedText['encoding'] {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  const sample = Math.min(bytes.length, 1000);
  for (let at = 0; at < sample; at += 1) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > sample / 8 && even < odd / 4) return 'utf-16le';
  if (even > sample / 8 && odd < even / 4) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

function lineEndsOf(text: string): DecodedText['lineEnds'] {
  if (!text.includes('\r')) return 'lf';
  const isMixed = /(?<!\r)\n|\r(?!\n)/.test(text);
  return isMixed ? 'mixed' : 'crlf';
}
