import type { FastifyRequest } from 'fastify';
import type { StoredPage } from '#server/content/pages/storage.ts';
import { findMember } from '../gate/site-members.ts';
import type { ReaderMember } from '../layout/reader-view.ts';
import type { Place } from '../visit/site-tree.ts';
import type { Visit } from '../visit/visit.ts';
import { findPreviewChanges, type PreviewChanges } from './preview-changes.ts';

/** The position in a site, with the parts around a page for some readers only. */
export interface FrameParts {
  place?: Place | undefined;
  page?: StoredPage | undefined;
  member: ReaderMember | undefined;
  changes: PreviewChanges | undefined;
}

/** Loads the bar of members and what a preview changes; nothing for other visitors. */
export async function loadFrameParts(
  request: Pick<FastifyRequest, 'db' | 'service' | 'clock' | 'headers'>,
  visit: Visit,
  shown: Pick<FrameParts, 'place' | 'page'>,
): Promise<FrameParts> {
  const member = await findMember(request, visit, shown);
  const changes = await findPreviewChanges(request, visit, shown.place);
  return { ...shown, member, changes };
}
