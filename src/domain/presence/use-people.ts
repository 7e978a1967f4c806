import { useMemo } from 'react';
import type { PresentPerson } from '#api/generated/types.gen.ts';
import { openSubjects, otherTabSubjects } from '#src/api/event-stream/stream-state.ts';
import { currentUser } from '#src/api/session/session.ts';
import { useRegistered, useStore } from '#src/ui/browser/use-store.ts';
import { peopleBySubject, withOtherTabs } from './people.ts';

/**
 * Says that this tab has something open, and who else has: `site:<id>`, `space:<id>:<page>`, `change-request:<id>:<page>:edit`.
 *
 * @returns null as long as it isn't known
 */
export function useOpenSubject(open: string): readonly PresentPerson[] | null {
  const subjects = useMemo(() => [open], [open]);
  useRegistered(openSubjects, subjects);
  const all = useStore(peopleBySubject);
  const tabs = useStore(otherTabSubjects);
  return useMemo(() => {
    const subject = open.split(':', 2).join(':');
    return all && withOtherTabs(all.get(subject) ?? [], { subject, tabs, reader: currentUser() });
  }, [all, open, tabs]);
}
