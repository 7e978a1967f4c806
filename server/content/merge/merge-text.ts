import { listBlocks } from '../documents/document-nodes.ts';
import { cutRegions, isEqual, type Lines, type Parts, type Region } from './cut-regions.ts';
import { longestIncreasing } from './longest-increasing.ts';
import { mergeSentences } from './merge-sentences.ts';

/**
 * The maximum cost of comparing a text as a whole, or between two anchors: lines times lines. Beyond it the whole hunk
 * counts as one change. Only texts with thousands of equal lines come near.
 */
const MAX_COMPARISONS = 4_000_000;

/** A paragraph in which edits of both sides were merged. */
export interface JoinedParagraph {
  base: string;
  /** Of the space. */
  ours: string;
  /** Of the change request. */
  theirs: string;
  merged: string;
}

/** A merged text. */
export interface MergedText {
  text: string;
  /** Paragraphs that were merged sentence by sentence: someone should look at them. */
  paragraphs: JoinedParagraph[];
}

/**
 * Three-way merge of a text, line by line, as `git merge-file` does it. Undefined if both sides changed the same or
 * adjoining lines differently. Every added line is in the result, and only lines that a side removed are missing.
 */
export function mergeText(base: string, ours: string, theirs: string): string | undefined {
  return mergeLines({ base, ours, theirs }, () => undefined);
}

/** The same for Markdown. Where lines conflict, plain paragraphs are merged sentence by sentence. */
export function mergeMarkdown(base: string, ours: string, theirs: string): MergedText | undefined {
  const paragraphs: JoinedParagraph[] = [];
  const text = mergeLines({ base, ours, theirs }, (regions) =>
    joinParagraphs(regions, { base, ours, theirs }, paragraphs),
  );
  return text === undefined ? undefined : { text, paragraphs };
}

interface Texts {
  base: string;
  ours: string;
  theirs: string;
}

/** @param resolve regions without conflicts for those of the text; undefined where conflicts remain */
function mergeLines(
  { base, ours, theirs }: Texts,
  resolve: (regions: readonly Region[]) => Lines | undefined,
): string | undefined {
  if (ours === theirs || base === theirs) return ours;
  if (base === ours) return theirs;
  // What follows the end of the last line is no empty line, at which a change could be placed.
  const end = [base, ours, theirs].every((text) => text.endsWith('\n')) ? '\n' : '';
  const split = (text: string): Lines => text.slice(0, text.length - end.length).split('\n');
  const regions = regionsOf({ base: split(base), ours: split(ours), theirs: split(theirs) });
  const lines = regions.some(({ state }) => state === 'conflict') ? resolve(regions) : linesOf(regions);
  return lines && `${lines.join('\n')}${end}`;
}

const linesOf = (regions: readonly Region[]): Lines =>
  regions.flatMap(({ state, ours, theirs }) => (state === 'theirs' ? theirs : ours));

/** The regions of a text. One that is too long to be compared is cut at anchors first. */
function regionsOf(whole: Parts): Region[] {
  if (!isLong(whole)) return cutRegions(whole);
  const at = { base: 0, ours: 0, theirs: 0 };
  return splitAtAnchors(whole).flatMap((hunk) => {
    const from = { ...at };
    at.base += hunk.base.length;
    at.ours += hunk.ours.length;
    at.theirs += hunk.theirs.length;
    if (isLong(hunk) && !isEqual(hunk.ours, hunk.theirs)) {
      const isOurs = isEqual(hunk.base, hunk.theirs);
      const state = isOurs ? 'ours' : isEqual(hunk.base, hunk.ours) ? 'theirs' : 'conflict';
      return [{ ...hunk, at: from, state }];
    }
    if (isEqual(hunk.ours, hunk.theirs)) return [{ ...hunk, at: from, state: 'ours' as const }];
    return cutRegions(hunk).map((region) => ({
      ...region,
      at: {
        base: region.at.base + from.base,
        ours: region.at.ours + from.ours,
        theirs: region.at.theirs + from.theirs,
      },
    }));
  });
}

const isLong = ({ base, ours, theirs }: Parts): boolean =>
  base.length * Math.max(ours.length, theirs.length) > MAX_COMPARISONS;

/** Merges the paragraphs around each conflict. Adds them to `joined`; undefined where one can't be merged. */
function joinParagraphs(
  regions: readonly Region[],
  texts: Texts,
  joined: JoinedParagraph[],
): Lines | undefined {
  const pieces = regions.flatMap(intoLines);
  const blocks = { base: ends(texts.base), ours: ends(texts.ours), theirs: ends(texts.theirs) };
  const merged: string[] = [];
  for (let next = 0; next < pieces.length;) {
    const found = paragraphAround(pieces, next, blocks);
    const piece = pieces[next];
    if (!found || !piece) {
      if (piece?.state === 'conflict') return undefined;
      merged.push(...linesOf(piece ? [piece] : []));
      next += 1;
      continue;
    }
    const paragraph = pieces.slice(next, found);
    const [base, ours, theirs] = (['base', 'ours', 'theirs'] as const).map((version) =>
      paragraph.flatMap((one) => one[version]).join('\n'),
    );
    const text = mergeSentences({ base: base ?? '', ours: ours ?? '', theirs: theirs ?? '' });
    if (text === undefined) return undefined;
    joined.push({ base: base ?? '', ours: ours ?? '', theirs: theirs ?? '', merged: text });
    merged.push(...text.split('\n'));
    next = found;
  }
  return merged;
}

/** A region that nobody changed as one piece for each line, so that a paragraph can begin and end in it. */
function intoLines(region: Region): Region[] {
  if (region.state !== 'same') return [region];
  return region.base.map((line, index) => ({
    base: [line],
    ours: [line],
    theirs: [line],
    state: 'same',
    at: {
      base: region.at.base + index,
      ours: region.at.ours + index,
      theirs: region.at.theirs + index,
    },
  }));
}

/** By the first line of each plain paragraph, from 0: the line after its last one. */
type ParagraphEnds = ReadonlyMap<number, number>;

function ends(text: string): ParagraphEnds {
  return new Map(
    listBlocks(text)
      .filter(({ type }) => type === 'paragraph')
      .map(({ startLine, endLine }) => [startLine - 1, endLine]),
  );
}

/**
 * The piece after those that are one paragraph in each version and have a conflict; undefined where no paragraph begins at
 * `first`, or it has none.
 */
function paragraphAround(
  pieces: readonly Region[],
  first: number,
  blocks: Record<keyof Parts, ParagraphEnds>,
): number | undefined {
  const start = pieces[first]?.at;
  const [base, ours, theirs] = (['base', 'ours', 'theirs'] as const).map((version) =>
    blocks[version].get(start?.[version] ?? -1),
  );
  if (base === undefined || ours === undefined || theirs === undefined) return undefined;
  let hasConflict = false;
  for (let next = first; next < pieces.length; next += 1) {
    const piece = pieces[next];
    if (!piece) return undefined;
    hasConflict ||= piece.state === 'conflict';
    const end = piece.at.base + piece.base.length;
    if (end < base) continue;
    const isParagraph =
      end === base &&
      piece.at.ours + piece.ours.length === ours &&
      piece.at.theirs + piece.theirs.length === theirs;
    return isParagraph && hasConflict ? next + 1 : undefined;
  }
  return undefined;
}

/**
 * Splits the three versions at lines that occur once in each of them in the same order: the hunks between them are
 * compared separately, which keeps long texts cheap.
 */
function splitAtAnchors({ base, ours, theirs }: Parts): Parts[] {
  const inOurs = positionsOfUnique(ours);
  const inTheirs = positionsOfUnique(theirs);
  const common = [...positionsOfUnique(base)].flatMap(([line, atBase]) => {
    const atOurs = inOurs.get(line);
    const atTheirs = inTheirs.get(line);
    return atOurs === undefined || atTheirs === undefined ? [] : [{ atBase, atOurs, atTheirs }];
  });
  const inOrder = keepIncreasing(
    keepIncreasing(common, ({ atOurs }) => atOurs),
    ({ atTheirs }) => atTheirs,
  );
  const hunks: Parts[] = [];
  let from = { atBase: 0, atOurs: 0, atTheirs: 0 };
  const cut = (to: typeof from) => {
    hunks.push({
      base: base.slice(from.atBase, to.atBase),
      ours: ours.slice(from.atOurs, to.atOurs),
      theirs: theirs.slice(from.atTheirs, to.atTheirs),
    });
    from = to;
  };
  for (const anchor of inOrder) {
    cut(anchor);
    cut({ atBase: anchor.atBase + 1, atOurs: anchor.atOurs + 1, atTheirs: anchor.atTheirs + 1 });
  }
  cut({ atBase: base.length, atOurs: ours.length, atTheirs: theirs.length });
  return hunks;
}

function keepIncreasing<Item>(items: Item[], read: (item: Item) => number): Item[] {
  const increasing = new Set(longestIncreasing(items.map(read)));
  return items.filter((_, position) => increasing.has(position));
}

/** Lines that occur once in a text, with their positions, in order. */
function positionsOfUnique(lines: Lines): Map<string, number> {
  const positions = new Map<string, number>();
  const repeated = new Set<string>();
  lines.forEach((line, position) => {
    if (positions.has(line)) repeated.add(line);
    else positions.set(line, position);
  });
  for (const line of repeated) positions.delete(line);
  return positions;
}
