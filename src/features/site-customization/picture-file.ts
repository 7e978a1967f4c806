import { formatNumber } from '#src/lib/text/format.ts';

export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'];

const MAX_BYTES = 262_144;

/** Why a file can't be a picture of a site, as a sentence; null if it can. The server looks into it. */
export function findFileProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!pictureTypes.includes(type)) return 'Select a PNG, JPEG, GIF, WebP or SVG.';
  if (size > MAX_BYTES) {
    return `Select a file of at most ${formatNumber(MAX_BYTES / 1024)} KB (this one has ${formatNumber(Math.ceil(size / 1024))} KB).`;
  }
  return size === 0 ? 'This file is empty.' : null;
}

/** In base64. */
export async function encodeFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
