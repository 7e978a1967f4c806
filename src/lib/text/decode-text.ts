export interface DecodedText {
  text: string;
  /** The encoding if it was guessed, in which case accents may be wrong; null if certain. */
  guessedEncoding: string | null;
}

/**
 * Decodes a text file as UTF-8, UTF-16 (with or without byte order mark) or Windows-1252, and strips the byte order
 * mark.
 */
export function decodeText(bytes: ArrayBuffer): DecodedText | null {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xfe) return decodeKnown('utf-16le', bytes);
  if (first === 0xfe && second === 0xff) return decodeKnown('utf-16be', bytes);
  const encoding = detectUtf16(bytes);
  if (encoding !== null) return decodeKnown(encoding, bytes);
  const text = decode('utf-8', bytes);
  if (text !== null) return text.includes('\0') ? null : { text, guessedEncoding: null };
  const guess = decode('windows-1252', bytes) ?? '';
  return guess.includes('\0') ? null : { text: guess, guessedEncoding: 'Windows-1252' };
}

function decodeKnown(encoding: string, bytes: ArrayBuffer): DecodedText | null {
  const text = decode(encoding, bytes);
  return text === null ? null : { text, guessedEncoding: null };
}

function decode(encoding: string, bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** UTF-16 without byte order mark, recognized by many zero bytes. */
function detectUtf16(bytes: ArrayBuffer): 'utf-16le' | 'utf-16be' | null {
  const start = new Uint8Array(bytes, 0, Math.min(200, bytes.byteLength - (bytes.byteLength % 2)));
  const zeros = [0, 0];
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const threshold = start.length * 0.4;
  if (odd > threshold && even === 0) return 'utf-16le';
  return even > threshold && odd === 0 ? 'utf-16be' : null;
}
