import { useEffect, useState } from 'react';
import type { User } from '#api/generated/types.gen.ts';
import { currentUser } from '#src/api/session/session.ts';
import { announce } from '#src/ui/browser/live-region.tsx';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Arrivals } from './arrivals.ts';
import { describeEditors } from './describe-editors.ts';
import { editedPage, editorsByPage, pageEditors } from './page-editors.ts';
import { Pictures } from './people-editing.tsx';

/**
 * The line below a text with the people who are editing it; it also announces to others that this tab edits
 * it.
 */
export function PageEditorsLine({ pageId }: { pageId: string }) {
  const all = useStore(pageEditors);
  const [arrivals] = useState(() => new Arrivals());
  const editors = editorsByPage(all).get(pageId) ?? [];
  useEffect(() => {
    editedPage.set(pageId);
    return () => editedPage.set(null);
  }, [pageId]);
  useEffect(() => {
    const present = all && (editorsByPage(all).get(pageId) ?? []);
    const arrived = arrivals.of(present && present.map(({ id }) => id), Date.now());
    if (present && arrived.length > 0) {
      const isNew = present.filter(({ id }) => arrived.includes(id));
      announce(describeEditors(isNew, currentUser()?.id));
    }
  }, [all, arrivals, pageId]);
  return <EditorsLine editors={editors} />;
}

/** Nothing without editors. */
export function EditorsLine({ editors }: { editors: readonly User[] }) {
  if (editors.length === 0) return null;
  return (
    <div className="page-editors-line">
      <Pictures people={editors} />
      <p className="min-w-0">{describeEditors(editors, currentUser()?.id)}</p>
    </div>
  );
}
