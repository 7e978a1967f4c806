import type { QueryClient } from '@tanstack/react-query';
import {
  editChangeRequestContent,
  getChangeRequest,
  getChangeRequestFile,
  getRevisionPage,
  getRevisionReusableContent,
} from '#api/generated/sdk.gen.ts';
import { ApiError, errorMessage, isTransient } from '#src/api/errors.ts';
import { sendOptional } from '#src/api/optional-requests.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import type { PageVersion } from '#src/domain/page-drafts/page-drafts.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { fileAddress } from '../text/text-files.ts';
import { fieldProblemsIn, fieldsOf, isEmpty, toEdit, versionOfContent } from './page-fields.ts';
import type { PageSave, SaveFailure, SessionServer } from './session-types.ts';
import type { UnsavedFiles } from './unsaved-files.ts';

/** A page of a change request, or a reusable content. */
export interface EditedPage {
  spaceId: string;
  /** Id, or number within the space. */
  changeRequestId: string;
  /** Of the page, or of the reusable content. */
  pageId: string;
  isReusable?: true;
  /** The path of the file that a reusable content came from. */
  file?: string | undefined;
}

/** The edit of a page or a reusable content, without what changes. */
export const editOf = ({ pageId, isReusable }: EditedPage) =>
  isReusable
    ? ({ operation: 'update_reusable_content', reusableContent: pageId } as const)
    : ({ operation: 'update_page', page: pageId } as const);

/** The contract's limit on a text. */
const maxLength = 2_000_000;

const strict = { throwOnError: true } as const;

/** A page of a revision, with text and fields. */
async function readPage(
  { spaceId, pageId, isReusable }: EditedPage,
  revisionId: string,
): Promise<PageVersion> {
  if (isReusable) {
    const path = { spaceId, revisionId, reusableContentId: pageId };
    return versionOfContent(revisionId, (await getRevisionReusableContent({ path, ...strict })).data);
  }
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

/** As many as an edit may name, and the text. */
const maxFiles = 49;

/** The page on the server, for its edit session. A save adds the files that its text names first. */
export function sessionServer(
  page: EditedPage,
  queryClient: QueryClient,
  unsavedFiles: UnsavedFiles,
): SessionServer {
  const { spaceId, changeRequestId } = page;
  const path = { spaceId, changeRequestId };
  const filesOf = ({ text = '', fields: { cover } }: PageSave) =>
    unsavedFiles.namedIn(cover?.ref ? `${text} ${fileAddress(cover.ref.file)}` : text).slice(0, maxFiles);
  const send = async (save: PageSave, revision: string): Promise<{ revision: string }> => {
    const { text, fields } = save;
    const files = filesOf(save);
    const { data } = await editChangeRequestContent({
      path,
      body: {
        changes: [
          ...files.map((upload) => ({ operation: 'insert_file', upload }) as const),
          {
            ...editOf(page),
            ...toEdit(fields),
            ...(text !== undefined && { document: { markdown: text } }),
          },
        ],
        revision,
      },
      ...strict,
    });
    unsavedFiles.remove(files);
    return { revision: data.revision };
  };
  /** Sends a text in any case: an upload that cannot be used does not keep it from being saved. */
  const sendAll = async (save: PageSave, revision: string): Promise<{ revision: string }> => {
    try {
      return await send(save, revision);
    } catch (error) {
      const refused = filesOf(save)[refusedUpload(error) ?? -1];
      if (refused === undefined) throw error;
      unsavedFiles.remove([refused]);
      void sayIfMissing({ ...path, fileId: refused });
      return sendAll(save, revision);
    }
  };
  return {
    async save(save, revision) {
      const { text } = save;
      if (text !== undefined && text.length > maxLength)
        return {
          reason: 'refused',
          message: `The text is longer than ${formatNumber(maxLength)} characters. Move a part to another page.`,
        };
      try {
        const saved = await sendOptional(queryClient, 'editChangeRequestContent', () =>
          sendAll(save, revision),
        );
        return { ...saved, ...(await rewrittenText(page, save, saved.revision)) };
      } catch (error) {
        return toFailure(error);
      }
    },
    current: () => fetchVersion(page).catch((error: unknown) => toReadFailure(page, error)),
  };
}

/**
 * The text after a save of title or slug: of a page that came from a file, the server writes the title into its heading
 * and links for the new place of its file. Without an answer, the next save finds out.
 */
async function rewrittenText(
  page: EditedPage,
  { fields: { title, slug } }: PageSave,
  revision: string,
): Promise<{ text?: string }> {
  if (page.isReusable || (title === undefined && slug === undefined)) return {};
  try {
    return { text: (await readPage(page, revision)).text };
  } catch {
    return {};
  }
}

/** The number of the change whose upload the server refuses. */
function refusedUpload(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.status !== 400) return undefined;
  const [match] = error.details.flatMap(({ path = '' }) => [
    ...path.matchAll(/^body\.changes\[(\d+)\]\.upload$/g),
  ]);
  return match && Number(match[1]);
}

/** An upload that is refused is a file already, after a save that was not answered, or was too long ago. */
async function sayIfMissing(path: {
  spaceId: string;
  changeRequestId: string;
  fileId: string;
}): Promise<void> {
  try {
    await getChangeRequestFile({ path, ...strict });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) return;
    toast('A file in the text is gone: it was uploaded more than a day ago. Insert it again.', {
      tone: 'error',
      durationMs: Infinity,
    });
  }
}

/** The meaning of a failed save. */
export function toFailure(error: unknown): SaveFailure {
  const message = errorMessage(error);
  if (!(error instanceof ApiError)) return { reason: 'unknown', message };
  // The page may have been deleted, or the change request closed: the current version shows which.
  const isMissing =
    error.status === 400 && error.details.some(({ path = '' }) => /\.(?:page|reusableContent)$/.test(path));
  if ([404, 409, 412].includes(error.status) || isMissing) return { reason: 'outdated', message };
  const mayHaveArrived = isTransient(error) || error.status >= 500 || error.status === 401;
  if (mayHaveArrived) return { reason: 'unknown', message };
  const problems = error.status === 400 ? fieldProblemsIn(error.details) : {};
  return { reason: 'refused', message, ...(!isEmpty(problems) && { problems }) };
}

export function toReadFailure({ isReusable }: EditedPage, error: unknown): SaveFailure {
  const noun = isReusable ? 'reusable content' : 'page';
  const isMissing = error instanceof ApiError && error.status === 404;
  return {
    reason: isMissing ? 'deleted' : 'unknown',
    message: isMissing ? `The ${noun} was deleted from the change request.` : errorMessage(error),
  };
}
