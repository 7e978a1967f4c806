import {
  listApiTokensInfiniteOptions,
  listOrganizationsOptions,
  listSessionsInfiniteOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';

/** Newest first. */
export const ownSessions = () => pagedOptions(listSessionsInfiniteOptions({ query: { limit: pageSize } }));

/** Newest first. */
export const ownTokens = () => pagedOptions(listApiTokensInfiniteOptions({ query: { limit: pageSize } }));

/** The organizations that a token can be created for. */
export const ownOrganizations = () => listOrganizationsOptions({ query: { limit: 100 } });
