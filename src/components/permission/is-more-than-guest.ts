import type { Organization } from '#api/generated/types.gen.ts';

/** Guests are shown neither members nor sites nor API specifications. */
export const isMoreThanGuest = ({ permissions }: Organization): boolean => permissions.listMembers;
