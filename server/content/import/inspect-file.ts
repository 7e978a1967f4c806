import { isUtf8 } from 'node:buffer';
import { inspectImage } from './inspect-image.ts';

/** The type of a file's bytes, whatever its name is. */
export interface FileInfo {
  contentType: string;
  /** In pixels; null if it is not known. */
  width: number | null;
  height: number | null;
}

/** Texts are recognized by their beginning. */
const TEXT_SAMPLE_BYTES = 4096;

/** Types by what the bytes at an offset begin with, as Latin-1. */
const SIGNATURES: readonly (readonly [contentType: string, offset: number, ...starts: string[]])[] = [
  ['application/pdf', 0, '%PDF-'],
  ['image/avif', 4, 'ftypavif', 'ftypavis'],
  ['video/mp4', 4, 'ftypiso', 'ftypmp4', 'ftypavc1', 'ftypM4V ', 'ftypdash'],
  ['video/webm', 0, '\x1a\x45\xdf\xa3'],
  ['audio/mpeg', 0, 'ID3', '\xff\xfb', '\xff\xf3', '\xff\xf2'],
  ['audio/ogg', 0, 'OggS'],
  ['audio/wav', 8, 'WAVE'],
  ['application/zip', 0, 'PK\x03\x04'],
  ['application/gzip', 0, '\x1f\x8b'],
];

/** Finds the type of a file by its bytes; `application/octet-stream` if it is unknown. */
export function inspectFile(bytes: Buffer): FileInfo {
  const image = inspectImage(bytes);
  if (image) return { contentType: image.contentType, width: image.width, height: image.height };
  const signature = SIGNATURES.find(([, offset, ...starts]) => {
    const text = bytes.toString('latin1', offset, offset + 16);
    return starts.some((start) => text.startsWith(start));
  });
  const contentType = signature?.[0] ?? (isText(bytes) ? 'text/plain' : 'application/octet-stream');
  return { contentType, width: null, height: null };
}

function isText(bytes: Buffer): boolean {
  const sample = bytes.subarray(0, TEXT_SAMPLE_BYTES);
  if (sample.includes(0)) return false;
  // A character may be cut at the end of the sample.
  return [0, 1, 2, 3].some((cut) => isUtf8(sample.subarray(0, sample.length - cut)));
}
