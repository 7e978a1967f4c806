const LFS_POINTER = 'version https://git-lfs.github.com/spec/v1\n';
/** In bytes. */
export const MAX_POINTER_LENGTH = 1024;

/** A file of Git LFS, of which a repository has a pointer. */
export interface LargeFile {
  /** SHA-256 of its bytes, as hexadecimal digits. */
  hash: string;
  /** In bytes. */
  size: number;
}

/**
 * The file of Git LFS that a blob points to; undefined for other blobs.
 *
 * Source: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md
 */
export function readPointer(blob: Buffer): LargeFile | undefined {
  if (blob.length > MAX_POINTER_LENGTH) return undefined;
  const text = blob.toString('latin1');
  if (!text.startsWith(LFS_POINTER)) return undefined;
  const [, hash] = /^oid sha256:([\da-f]{64})$/m.exec(text) ?? [];
  const [, size] = /^size (\d{1,15})$/m.exec(text) ?? [];
  return hash === undefined || size === undefined ? undefined : { hash, size: Number(size) };
}
