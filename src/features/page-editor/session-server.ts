import type { QueryClient } from '@tanstack/react-query';
import { editChangeRequestContent, getChangeRequest, getRevisionPage } from '#api/generated/sdk.gen.ts';
import { ApiError, errorMessage, isTransient } from '#src/api/errors.ts';
import { recordUnsupported } from '#src/api/extensions.ts';
import type { PageVersion } from '#src/domain/drafts/page-drafts.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { fieldProblemsIn, fieldsOf, isEmpty } from './page-fields.ts';
import type { SaveFailure, SessionServer } from './session-types.ts';

/** A page of a change request. */
export interface EditedPage {
  spaceId: string;
  /** Id, or number within the space. */
  changeRequestId: string;
  pageId: string;
}

/** The contract's limit on a text. */
const maxLength = 2_000_000;

const strict = { throwOnError: true } as const;

/** A page of a revision, with text and fields. */
async function readPage({ spaceId, pageId }: EditedPage, revisionId: string): Promise<PageVersion> {
  const { data } = await getRevisionPage({
    path: { spaceId, revisionId, pageId },
    query: { format: 'markdown', metadata: false },
    ...strict,
  });
  return { revision: revisionId, text: data.markdown ?? '', fields: fieldsOf(data) };
}

/** The page as the server has it now. Rejects if the page or change request can't be read. */
export async function fetchVersion(page: EditedPage): Promise<PageVersion | SaveFailure> {
  const { spaceId, changeRequestId } = page;
  const { data: changeRequest } = await getChangeRequest({
    path: { spaceId, changeRequestId },
    cache: 'no-store',
    ...strict,
  });
  const { status, revision } = changeRequest;
  if (status === 'merged' || status === 'archived')
    return { reason: 'closed', message: `The change request is ${status}.` };
  return readPage(page, revision);
}

/** The page on the server, for its edit session. */
export function sessionServer(page: EditedPage, queryClient: QueryClient): SessionServer {
  const { spaceId, changeRequestId, pageId } = page;
  return {
    async save({ text, fields }, revision) {
      if (text !== undefined && text.length > maxLength)
        return {
          reason: 'refused',
          message: `The text is longer than ${formatNumber(maxLength)} characters. Move a part to another page.`,
        };
      try {
        const { data } = await editChangeRequestContent({
          path: { spaceId, changeRequestId },
          body: {
            changes: [
              {
                operation: 'update_page',
                page: pageId,
                ...fields,
                ...(text !== undefined && { document: { markdown: text } }),
              },
            ],
            revision,
          },
          ...strict,
        });
        return { revision: data.revision };
      } catch (error) {
        recordUnsupported(queryClient, 'editChangeRequestContent', error);
        return toFailure(error);
      }
    },
    current: () => fetchVersion(page).catch((error: unknown) => toReadFailure(error)),
  };
}

/** What a failed save means. */
function toFailure(error: unknown): SaveFailure {
  const message = errorMessage(error);
  if (!(error instanceof ApiError)) return { reason: 'unknown', message };
  // The page may be gone, or the change request closed: what the server has now says which.
  const isPageMissing = error.status === 400 && error.details.some(({ path = '' }) => path.endsWith('.page'));
  if ([404, 409, 412].includes(error.status) || isPageMissing) return { reason: 'outdated', message };
  const mayHaveArrived = isTransient(error) || error.status >= 500 || error.status === 401;
  if (mayHaveArrived) return { reason: 'unknown', message };
  const problems = error.status === 400 ? fieldProblemsIn(error.details) : {};
  return { reason: 'refused', message, ...(!isEmpty(problems) && { problems }) };
}

function toReadFailure(error: unknown): SaveFailure {
  const isMissing = error instanceof ApiError && error.status === 404;
  return {
    reason: isMissing ? 'deleted' : 'unknown',
    message: isMissing ? 'The page was deleted from the change request.' : errorMessage(error),
  };
}
