import type { QueryClient } from '@tanstack/react-query';
import { can, useCan } from '#src/api/extensions.ts';

export const noUploadsReason = 'This server takes no uploads.';

/** Whether the server takes files; undefined until it has answered. */
export const useTakesUploads = (): boolean | undefined => useCan('createFileUpload');

/** Like `useTakesUploads`, outside of components. */
export const takesUploads = (queryClient: QueryClient): Promise<boolean> =>
  can(queryClient, 'createFileUpload');
