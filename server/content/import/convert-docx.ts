import { unzipSync } from 'fflate';
import mammoth from 'mammoth';

/** A Word document as HTML with its pictures inline, or why it was rejected. */
export type ConvertedDocx = { html: string; messages: string[] } | { problem: string };

const MAX_MESSAGES = 50;
const MAX_ENTRIES = 5000;
const MAX_BYTES = 100 * 1024 * 1024;
/** Texts of documents compress well; below the minimum size, the ratio means nothing. */
const MAX_COMPRESSION_RATIO = 100;
const MIN_CHECKED_BYTES = 1024 * 1024;

/**
 * Converts a Word document. Its size unpacked and its compression are checked first; files outside of it are never
 * read.
 */
export async function convertDocx(bytes: Uint8Array): Promise<ConvertedDocx> {
  const problem = findProblem(bytes);
  if (problem !== undefined) return { problem };
  try {
    const { value, messages } = await mammoth.convertToHtml(
      { buffer: Buffer.from(bytes) },
      { externalFileAccess: false },
    );
    const texts = messages.map(({ message }) => message);
    return { html: value, messages: [...new Set(texts)].slice(0, MAX_MESSAGES) };
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return { problem: 'The document is damaged.' };
  }
}

/** Reads the list of the files within, without unpacking them. */
function findProblem(bytes: Uint8Array): string | undefined {
  let entries = 0;
  let size = 0;
  let hasText = false;
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        entries += 1;
        size += originalSize;
        hasText ||= name === 'word/document.xml';
        return false;
      },
    });
  } catch {
    return 'The document is damaged.';
  }
  const isBomb = size > MIN_CHECKED_BYTES && size > bytes.length * MAX_COMPRESSION_RATIO;
  if (isBomb || size > MAX_BYTES || entries > MAX_ENTRIES) return 'The unpacked document is too large.';
  return hasText ? undefined : 'This is not a Word document.';
}
