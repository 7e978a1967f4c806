import { choiceParam, searchParams, textParam } from '#src/lib/search-params.ts';

const roles = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;

/** Parses the URL of an access screen: role, search and whether the grant dialog is open. */
export const parseAccessSearch = searchParams({
  q: textParam(),
  role: choiceParam(roles),
  grant: choiceParam(['access']),
});

export type AccessSearch = ReturnType<typeof parseAccessSearch>;
