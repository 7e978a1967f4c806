import { useCan } from '#src/api/extensions.ts';

/** Whether the server has variables: ours, with its extensions. */
export const useHasVariables = (): boolean => useCan('extensions') === true;
