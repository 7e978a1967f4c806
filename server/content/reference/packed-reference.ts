import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompressSync, brotliDecompress, constants } from 'node:zlib';
import type {
  PackedReference,
  ReferenceGap,
  TextGap,
  TextHtml,
  TextPart,
} from '#server/database/tables/stored-texts.ts';
import { escapeHtml } from '../html/escape.ts';
import { picturesAsLinks } from '../html/pictures-as-links.ts';
import { gapAttributes, type TextLabels } from '../html/text-html.ts';
import { fillLabel } from './reference-labels.ts';

/** An API reference as sent: HTML as bytes, with gaps for URLs. */
export interface ReferenceHtml extends Omit<PackedReference, 'html' | 'length'> {
  html: Buffer;
}

/** The HTML of a text as bytes, with its labels. */
export function toReferenceHtml({ parts, headings }: TextHtml, labels: TextLabels): ReferenceHtml {
  const gaps: ReferenceGap[] = [];
  const chunks: string[] = [];
  let at = 0;
  const write = (text: string): void => {
    chunks.push(text);
    at += Buffer.byteLength(text);
  };
  const add = (part: TextPart): void => {
    if (typeof part === 'string') write(part);
    else if ('guard' in part || 'include' in part) return;
    else if ('slot' in part) part.fallback.forEach(add);
    else if ('label' in part) write(escapeHtml(fillLabel(labels[part.label], part.text ?? '')));
    else gaps.push({ ...part, at });
  };
  parts.forEach(add);
  return { html: Buffer.from(chunks.join('')), gaps, headings };
}

/** As small as later reading should be fast: it is written once for each version. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/** Compresses a reference; in a task process, because it may have some megabytes. */
export function packReference({ html, gaps, headings }: ReferenceHtml): PackedReference {
  return { html: brotliCompressSync(html, BROTLI), length: html.length, gaps, headings };
}

const decompress = promisify<Uint8Array, { chunkSize: number }, Buffer>(brotliDecompress);

/**
 * Reads a stored reference; another thread decompresses it, in one piece. With one byte of room: where the last one is used,
 * Node makes another piece of this size, and megabytes outside of its heap have V8 collect all garbage every few requests.
 */
export async function unpackReference({
  html,
  length,
  gaps,
  headings,
}: PackedReference): Promise<ReferenceHtml> {
  return { html: await decompress(html, { chunkSize: Math.max(length + 1, 1024) }), gaps, headings };
}

/** How many gaps are filled before other requests have their turn. */
const GAPS_AT_ONCE = 200;

/**
 * The bytes of a reference with its gaps filled by attributes, in pieces that are copied only when they are joined.
 * @param isLinked the pictures in place of which are links
 */
export async function fillReference(
  { html, gaps }: ReferenceHtml,
  fill: (gap: TextGap) => string,
  isLinked?: (gap: TextGap) => boolean,
): Promise<Buffer[]> {
  if (isLinked && gaps.some((gap) => gap.kind === 'image' && isLinked(gap))) {
    const ends = [...gaps.slice(1).map(({ at }) => at), html.length];
    const parts = gaps.flatMap((gap, index) => [gap, html.subarray(gap.at, ends[index]).toString()]);
    const start = html.subarray(0, gaps[0]?.at).toString();
    const linked = picturesAsLinks([start, ...parts], isLinked);
    return linked.map((part) =>
      Buffer.from(typeof part === 'string' ? part : 'kind' in part ? gapAttributes(part, fill) : ''),
    );
  }
  const pieces: Buffer[] = [];
  let start = 0;
  for (const [index, gap] of gaps.entries()) {
    if (index % GAPS_AT_ONCE === GAPS_AT_ONCE - 1) await setImmediate();
    pieces.push(html.subarray(start, gap.at), Buffer.from(gapAttributes(gap, fill)));
    start = gap.at;
  }
  return [...pieces, html.subarray(start)];
}
