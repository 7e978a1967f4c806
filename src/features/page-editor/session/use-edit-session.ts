import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidate, type OperationId } from '#src/api/queries.ts';
import { pageDrafts, type PageVersion, type ReadDraft } from '#src/domain/page-drafts/page-drafts.ts';
import { EditSession } from './edit-session.ts';
import { openSessionOf } from './open-sessions.ts';
import { type EditedPage, sessionServer } from './session-server.ts';
import type { SessionServer } from './session-types.ts';
import { openTabsChannel } from './tabs-channel.ts';
import { unsavedFilesOf } from './unsaved-files.ts';

const tabs = openTabsChannel();

const clock = {
  schedule(action: () => void, milliseconds: number) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};

interface EditSessionSetup {
  page: EditedPage;
  draftKey: string;
  version: PageVersion;
  draft: ReadDraft;
  invalidates: readonly OperationId[];
  /** What saves the page; by default, as an edit. */
  server?: SessionServer | undefined;
}

/** The session of a page: the one that this tab has still open, or a new one. */
export function useEditSession({
  page,
  draftKey,
  version,
  draft,
  invalidates,
  server,
}: EditSessionSetup): EditSession {
  const queryClient = useQueryClient();
  const [session] = useState(
    () =>
      openSessionOf(draftKey) ??
      new EditSession({
        key: draftKey,
        version,
        draft,
        server: server ?? sessionServer(page, queryClient, unsavedFilesOf(draftKey)),
        drafts: pageDrafts,
        tabs,
        clock,
        onSaved: () => void invalidate(queryClient, ...invalidates),
      }),
  );
  return session;
}
