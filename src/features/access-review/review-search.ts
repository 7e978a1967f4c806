import { choiceParam, type SearchParams, searchParams } from '#src/lib/search-params.ts';
import { findings } from './findings.ts';

/** The choices of how long somebody has not been seen, in days. */
export const inactiveDaysChoices = ['30', '60', '90', '180', '365'] as const;

const parsers = { show: choiceParam(findings), days: choiceParam(inactiveDaysChoices) };

/** What the address of the access review holds. */
export type ReviewSearch = SearchParams<typeof parsers>;

/** Reads the address of the access review; the router reads a number where digits stand. */
export const parseReviewSearch = (search: Record<string, unknown>): ReviewSearch =>
  searchParams(parsers)({ ...search, ...(typeof search.days === 'number' && { days: String(search.days) }) });

/** From how many days on somebody counts as away. */
export const inactiveDaysOf = ({ days }: ReviewSearch): number => Number(days ?? '90');
