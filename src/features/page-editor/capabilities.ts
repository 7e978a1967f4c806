/** What servers can do for the page editor beside taking edits. */
import { isOwnServer } from '#src/api/client.ts';
import { useCan } from '#src/api/extensions.ts';

/** Whether a page can be seen as its site shows it; assumed of our own server until it has answered. */
export const useHasPreview = (): boolean => useCan('createPagePreview') !== false && isOwnServer();

/** Whether texts can be shown on several pages; false until the server has answered. */
export const useHasReusable = (): boolean => useCan('listChangeRequestReusableContents') === true;
