import { useCan } from '#src/api/extensions.ts';

/** Whether the server may sell plans and have AI features: those with our extensions, such as our own, don't. */
export const useMayHavePlans = (): boolean => useCan('extensions') === false;
