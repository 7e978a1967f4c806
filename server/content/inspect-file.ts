import { isUtf8 } from 'node:buffer';
import { inspectImage } from './import/inspect-image.ts';

/** What the bytes of a file are, whatever its name says. */
export interface FileInfo {
  contentType: string;
  /** In pixels; null if it is not known. */
  width: number | null;
  height: number | null;
}

/** Texts are told from other bytes by their beginning. */
const TEXT_SAMPLE_BYTES = 4096;

/* oxlint-disable no-control-regex -- the first bytes of these formats are control characters */
/** Types by the bytes at an offset, as Latin-1. */
const SIGNATURES: readonly (readonly [contentType: string, offset: number, start: RegExp])[] = [
  ['application/pdf', 0, /^%PDF-/],
  ['image/avif', 4, /^ftypavi[fs]/],
  ['video/mp4', 4, /^ftyp(isom|iso\d|mp4\d|avc1|M4V |dash)/],
  ['video/webm', 0, /^\x1a\x45\xdf\xa3/],
  ['audio/mpeg', 0, /^(ID3|\xff[\xfb\xf3\xf2])/],
  ['audio/ogg', 0, /^OggS/],
  ['audio/wav', 8, /^WAVE/],
  ['application/zip', 0, /^PK\x03\x04/],
  ['application/gzip', 0, /^\x1f\x8b/],
];
/* oxlint-enable no-control-regex */

/** Tells the type of a file from its bytes; `application/octet-stream` where nothing is known about it. */
export function inspectFile(bytes: Buffer): FileInfo {
  const image = inspectImage(bytes);
  if (image) return { contentType: image.contentType, width: image.width, height: image.height };
  const known = SIGNATURES.find(([, offset, start]) =>
    start.test(bytes.toString('latin1', offset, offset + 16)),
  );
  const contentType = known?.[0] ?? (isText(bytes) ? 'text/plain' : 'application/octet-stream');
  return { contentType, width: null, height: null };
}

function isText(bytes: Buffer): boolean {
  const sample = bytes.subarray(0, TEXT_SAMPLE_BYTES);
  if (sample.includes(0)) return false;
  // A character may be cut at the end of the sample.
  return [0, 1, 2, 3].some((cut) => isUtf8(sample.subarray(0, sample.length - cut)));
}
