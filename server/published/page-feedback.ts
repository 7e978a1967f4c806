import type { FastifyRequest } from 'fastify';
import { badValue } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import { isVisible } from '#server/base/visible-text.ts';
import { MAX_SENTENCE_LENGTH } from './layout/layout-feedback.ts';
import { languageOf, type PlacedPage } from './view/navigation-view.ts';
import type { Visit } from './visit/visit.ts';

/** What a reader says about a page. */
interface PageAnswer {
  isHelpful: boolean;
  /** '' for none. */
  sentence: string;
}

const HELPFUL = new Map([
  ['yes', true],
  ['no', false],
]);

/** Reads the form; 400 where it is not what the page sends. */
export function readAnswer(body: URLSearchParams): PageAnswer {
  const isHelpful = HELPFUL.get(body.get('helpful') ?? '');
  if (isHelpful === undefined) throw badValue('body.helpful', 'must be yes or no');
  // Browsers send two characters for the end of a line, and count one.
  const written = (body.get('sentence') ?? '').replaceAll('\r\n', '\n');
  if (written.length > MAX_SENTENCE_LENGTH)
    throw badValue('body.sentence', `must have at most ${MAX_SENTENCE_LENGTH} characters`);
  return { isHelpful, sentence: isVisible(written) ? written.trim() : '' };
}

/** Stores what a reader says, and nothing of who they are. */
export async function storeAnswer(
  { db, clock }: Pick<FastifyRequest, 'db' | 'clock'>,
  visit: Visit,
  { place, entry }: PlacedPage,
  { isHelpful, sentence }: PageAnswer,
): Promise<void> {
  await db
    .insertInto('page_feedback')
    .values({
      id: newId(),
      site_id: visit.site.id,
      site_space_id: place.siteSpace.id,
      page_id: entry.page.id,
      language: languageOf(visit, place),
      is_helpful: isHelpful,
      sentence,
      state: 'open',
      at: clock.now(),
    })
    .execute();
}
