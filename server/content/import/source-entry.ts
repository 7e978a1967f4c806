import type { Readable } from 'node:stream';
import { ImportError } from './import-error.ts';

/** A file of a source. */
export interface SourceEntry {
  path: string;
  /** In bytes. */
  size: number;
  /** Its bytes, as often as they are asked for. */
  open: () => Promise<Readable>;
}

/** The bytes of a small file. One that is larger than it said is damaged. */
export async function readEntry({ open, size, path }: SourceEntry): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of await open()) {
      const bytes = Buffer.from(part);
      length += bytes.length;
      if (length > size) throw new Error('it is larger than it says');
      parts.push(bytes);
    }
  } catch (error) {
    throw new ImportError(`${path} is damaged: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return Buffer.concat(parts, length);
}
