import { useCan } from '#src/api/extensions.ts';

/** Whether the server imports in runs, whose plans and reports are screens. Taken to at our own, which isn't asked. */
export const useHasImports = (): boolean => useCan()('listImports') !== false;

/** The same of a server that is asked; undefined until it has answered. */
export const useHasImportRuns = (): boolean | undefined => useCan('listImports');
