import { diff3MergeRegions } from 'node-diff3';
import { commonEnd, commonStart } from '#src/lib/compare/line-hunks.ts';

/** A part of a merged text, as lines: agreed, or changed differently on both sides. */
export type MergeRegion =
  | { kind: 'agreed'; lines: readonly string[] }
  | { kind: 'conflict'; base: readonly string[]; mine: readonly string[]; theirs: readonly string[] };

export type Conflict = Extract<MergeRegion, { kind: 'conflict' }>;

/** Which version of a conflict is kept. */
export type Choice = 'mine' | 'theirs' | 'both';

/** Above this many lines times lines, everything between the first and the last change is one conflict. */
const maxComparisons = 4_000_000;

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, index) => line === b[index]);

/** Merges two edited versions of a text by lines. Changes of different lines are agreed. */
export function mergeTexts(base: string, mine: string, theirs: string): MergeRegion[] {
  const versions = [base.split('\n'), mine.split('\n'), theirs.split('\n')] as const;
  const [o, a, b] = versions;
  const start = Math.min(commonStart(o, a), commonStart(o, b));
  const end = Math.min(commonEnd(o, a, start), commonEnd(o, b, start));
  const middle = (lines: string[]) => lines.slice(start, lines.length - end);
  const inner = { base: middle(o), mine: middle(a), theirs: middle(b) };
  return joined([
    { kind: 'agreed', lines: o.slice(0, start) },
    ...mergeMiddle(inner),
    { kind: 'agreed', lines: o.slice(o.length - end) },
  ]);
}

function mergeMiddle({ base, mine, theirs }: Omit<Conflict, 'kind'>): MergeRegion[] {
  const plain = toRegion({ base, mine, theirs });
  const longest = Math.max(mine.length, theirs.length);
  if (plain.kind === 'agreed' || base.length * longest > maxComparisons) return [plain];
  return diff3MergeRegions([...mine], [...base], [...theirs]).map((region) =>
    region.stable
      ? { kind: 'agreed', lines: region.bufferContent }
      : toRegion({ base: region.oContent, mine: region.aContent, theirs: region.bContent }),
  );
}

/** Agreed if only one side changed, or both did the same. */
function toRegion({ base, mine, theirs }: Omit<Conflict, 'kind'>): MergeRegion {
  if (isSame(mine, theirs) || isSame(base, theirs)) return { kind: 'agreed', lines: mine };
  if (isSame(base, mine)) return { kind: 'agreed', lines: theirs };
  return { kind: 'conflict', base, mine, theirs };
}

/** Without empty regions, neighbors joined. */
function joined(regions: readonly MergeRegion[]): MergeRegion[] {
  const result: MergeRegion[] = [];
  for (const region of regions) {
    const last = result.at(-1);
    if (region.kind === 'agreed' && region.lines.length === 0) continue;
    if (region.kind === 'agreed' && last?.kind === 'agreed')
      result[result.length - 1] = { kind: 'agreed', lines: [...last.lines, ...region.lines] };
    else result.push(region);
  }
  return result;
}

export const conflictsIn = (regions: readonly MergeRegion[]): Conflict[] =>
  regions.filter((region) => region.kind === 'conflict');

/** The merged text with a choice for each conflict, in order; `both` is mine, then theirs. */
export function resolvedText(regions: readonly MergeRegion[], choices: readonly Choice[]): string {
  let index = 0;
  return regions
    .flatMap((region) => {
      if (region.kind === 'agreed') return region.lines;
      const choice = choices[index] ?? 'both';
      index += 1;
      return choice === 'both' ? [...region.mine, ...region.theirs] : region[choice];
    })
    .join('\n');
}

/** A merged text; of a conflict it has both sides, so that no word is lost. */
export const withBothSides = (regions: readonly MergeRegion[]): string => resolvedText(regions, []);

/**
 * The text typed in another tab, merged into a text: in the same order in both tabs, so that both get the
 * same text.
 */
export function mergeTyped({ before, text }: { before: string; text: string }, mine: string): string {
  const [first, second] = mine < text ? [mine, text] : [text, mine];
  return withBothSides(mergeTexts(before, first, second));
}
