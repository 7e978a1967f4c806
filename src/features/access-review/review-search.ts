import { choiceParam, type SearchParams, searchParams } from '#src/lib/search-params.ts';
import { findings } from './findings.ts';

/** Choices for the inactivity threshold, in days. */
export const inactiveDaysChoices = ['30', '60', '90', '180', '365'] as const;

const parsers = { show: choiceParam(findings), days: choiceParam(inactiveDaysChoices) };

export type ReviewSearch = SearchParams<typeof parsers>;

/** The router parses digits as a number, so `days` is turned back into text. */
export const parseReviewSearch = (search: Record<string, unknown>): ReviewSearch =>
  searchParams(parsers)({ ...search, ...(typeof search.days === 'number' && { days: String(search.days) }) });

export const inactiveDaysOf = ({ days }: ReviewSearch): number => Number(days ?? '90');
