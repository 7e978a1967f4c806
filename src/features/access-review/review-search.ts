import { choiceParam, type SearchOf, searchParams } from '#src/lib/search-params.ts';
import { findings } from './findings.ts';

/** The choices of how long somebody has not been seen, in days. */
export const awayChoices = ['30', '60', '90', '180', '365'] as const;

const readers = { show: choiceParam(findings), days: choiceParam(awayChoices) };

/** What the address of the access review holds. */
export type ReviewSearch = SearchOf<typeof readers>;

/** Reads the address of the access review; the router reads a number where digits stand. */
export const readReviewSearch = (search: Record<string, unknown>): ReviewSearch =>
  searchParams(readers)({ ...search, ...(typeof search.days === 'number' && { days: String(search.days) }) });

/** From how many days on somebody counts as away. */
export const daysOf = ({ days }: ReviewSearch): number => Number(days ?? '90');
