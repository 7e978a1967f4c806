import { documentIdOf, type StoredPage } from '#server/content/pages/storage.ts';
import type { Row } from '#server/database/tables/schema.ts';
import { daysBefore, type ScaleContext, scaleId } from './batch.ts';
import { pick, hashNumber, riverName } from './names.ts';

/** The number of pages of every space. */
export const PAGES_PER_SPACE = 3;

const OPENINGS = [
  'This page is for whoever is on duty tonight and has never been here.',
  'Everything below was checked on the spot, with wet feet.',
  'The short version first, the reasons after the table.',
  'If the numbers here and on the staff gauge disagree, believe the staff gauge.',
];
const HABITS = [
  'rises within two hours of rain in the hills',
  'is slow to rise and slower to fall',
  'backs up from the estuary at spring tides',
  'carries ice from December to March',
  'is kept level by the pumps from May to September',
  'changes its bed with every large flood',
];
const RULES = [
  'Call the duty officer before the second mark, not after.',
  'Nobody enters the gauge house alone.',
  'The key hangs at the lock keeper’s.',
  'Write the staff reading into the log at every visit.',
  'Photograph the lens before you clean it.',
];

/** The text of one page of one space; another `variant` changes one line. */
export function pageText(space: number, page: number, variant = 0): string {
  const river = riverName(space % 250);
  const seed = space * PAGES_PER_SPACE + page;
  const level = (at: number) => (1 + (hashNumber(seed, at) % 250) / 100).toFixed(2);
  const rule = pick(RULES, hashNumber(seed, 24) + variant);
  const since =
    variant === 0
      ? ''
      : ` This has held since the review of ${1990 + (hashNumber(seed, 25 + variant) % 36)}.`;
  return `${pick(OPENINGS, hashNumber(seed, 21))}

The ${river} ${pick(HABITS, hashNumber(seed, 22))}. ${rule}${since}

| Mark | Level |
| --- | --- |
| yellow | ${level(31)} m |
| orange | ${level(32)} m |
| red | ${level(33)} m |

Folder ${space + 1}, sheet ${page + 1} of ${PAGES_PER_SPACE}.
`;
}

const PAGE_TITLES = ['What to know', 'Marks and measures', 'On the spot'] as const;

export const pageId = (context: ScaleContext, space: number, page: number): string =>
  scaleId(context, 'page', space * PAGES_PER_SPACE + page);

/** The page tree of a space; `variants` maps changed pages to their variant. */
export function pageTree(
  context: ScaleContext,
  space: number,
  variants: ReadonlyMap<number, number>,
): StoredPage[] {
  const createdAt = daysBefore(context, 400).toISOString();
  return PAGE_TITLES.map((title, page) => {
    const slug = title.toLowerCase().replaceAll(' ', '-');
    return {
      id: pageId(context, space, page),
      type: 'document',
      title,
      slug,
      path: slug,
      documentId: documentIdOf(pageText(space, page, variants.get(page) ?? 0)),
      createdAt,
      updatedAt: createdAt,
      pages: [],
    };
  });
}

export function pageDocument(
  context: ScaleContext,
  space: number,
  page: number,
  variant = 0,
): Row<'documents'> {
  const markdown = pageText(space, page, variant);
  return { id: documentIdOf(markdown), markdown, created_at: daysBefore(context, 400) };
}
