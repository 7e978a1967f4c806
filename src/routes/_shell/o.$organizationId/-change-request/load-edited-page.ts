import type { QueryClient } from '@tanstack/react-query';
import { isUnsupported } from '#src/api/errors.ts';
import { currentUser } from '#src/api/session/session.ts';
import { pageDraftKey, readPageDraft } from '#src/domain/page-drafts/page-drafts.ts';
import { changeRequestOf } from '#src/features/change-requests/queries.ts';
import { pageOf } from '#src/features/change-requests/views/sides.ts';
import { fieldsOf } from '#src/features/page-editor/session/page-fields.ts';
import type { OpenedField } from '#src/features/page-editor/use-text-field.ts';
import { createStore } from '#src/lib/store.ts';

const noPage = { id: '', type: 'document', title: '', urls: {} } as const;

interface EditedPagePath {
  spaceId: string;
  changeRequestId: string;
  pageId: string;
}

/** A page as its editor begins: with the draft in this browser, and with what makes suggestions of saves where it should. */
export async function loadEditedPage(
  queryClient: QueryClient,
  { pageId, ...path }: EditedPagePath,
  isSuggesting: boolean,
) {
  const { id, revision } = await queryClient.ensureQueryData(changeRequestOf(path));
  const userId = currentUser()?.id;
  const suggestsAs = isSuggesting ? userId : undefined;
  const kind = suggestsAs === undefined ? [] : ['suggestions'];
  const draftKey = pageDraftKey(userId, path.spaceId, id, pageId, ...kind);
  const [page, draft] = await Promise.all([
    queryClient
      .ensureQueryData(pageOf({ spaceId: path.spaceId, revisionId: revision }, pageId, 'markdown'))
      .catch((error: unknown) => {
        if (isUnsupported(error)) return null;
        throw error;
      }),
    readPageDraft(draftKey),
  ]);
  const version = { revision, text: page?.markdown ?? '', fields: fieldsOf(page ?? noPage) };
  const opened = {
    draftKey,
    draft,
    title: page?.title,
    type: page?.type,
    version,
    suggestions: undefined,
    closedReason: undefined,
    opened: createStore<OpenedField | null>(null),
  };
  if (suggestsAs === undefined || page?.type !== 'document') return opened;
  const [{ suggestionServer }, { commentInvalidations: invalidates }] = await Promise.all([
    import('#src/features/page-editor/session/suggestion-server.ts'),
    import('#src/features/comments/queries.ts'),
  ]);
  const server = suggestionServer({ ...path, pageId }, suggestsAs, draftKey);
  const current = await server.read();
  if ('reason' in current) return { ...opened, closedReason: current.message };
  return { ...opened, version: current, suggestions: { server, invalidates } };
}
