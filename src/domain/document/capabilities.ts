import { useCan } from '#src/api/extensions.ts';

/** Whether texts have ids, which people see as paths: at servers of ours. */
export const useShowsPaths = (): boolean => useCan('textsWithIds') === true;
