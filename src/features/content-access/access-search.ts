import { choiceParam, searchParams, textParam } from '#src/lib/search-params.ts';

const roles = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;

/** Reads what an address of an access screen asks for: one level, some people, and whether the dialog that gives access is open. */
export const parseAccessSearch = searchParams({
  q: textParam(),
  role: choiceParam(roles),
  grant: choiceParam(['access']),
});

/** What an access screen's address can ask for. */
export type AccessSearch = ReturnType<typeof parseAccessSearch>;
