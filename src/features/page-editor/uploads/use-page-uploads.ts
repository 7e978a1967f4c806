import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { takesUploads } from '#src/domain/uploads/capabilities.ts';
import type { EditSession } from '../session/edit-session.ts';
import { unsavedFilesOf } from '../session/unsaved-files.ts';
import { type PageUploads, uploadsOf } from './page-uploads.ts';

/** The uploads of an edited page. */
export function usePageUploads(spaceId: string, session: EditSession): PageUploads {
  const queryClient = useQueryClient();
  const [uploads] = useState(() =>
    uploadsOf({
      spaceId,
      session,
      unsavedFiles: unsavedFilesOf(session.key),
      isSupported: () => takesUploads(queryClient),
    }),
  );
  return uploads;
}
