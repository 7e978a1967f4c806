import type { Organization } from '#api/generated/types.gen.ts';

/** Guests see no members, sites or API specifications. */
export const isMoreThanGuest = ({ permissions }: Organization): boolean => permissions.listMembers;
