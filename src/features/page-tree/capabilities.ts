/** What servers can do beside changing pages; ours everything. */
import { useCan } from '#src/api/extensions.ts';

/** Whether the server has API specifications; assumed until it has answered. */
export const useHasSpecs = (): boolean => useCan('listApiSpecs') !== false;

/** Whether the server keeps templates of a space; assumed until it has answered. */
export const useKeepsTemplates = (): boolean => useCan('listPageTemplates') !== false;
