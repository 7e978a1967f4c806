import { useMemo } from 'react';
import type { User } from '#api/generated/types.gen.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { editorsByPage, pageEditors } from './page-editors.ts';

/** Who is editing each page of the change request on the screen; the same object until that changes. */
export function usePageEditors(): ReadonlyMap<string, readonly User[]> {
  const editors = useStore(pageEditors);
  return useMemo(() => editorsByPage(editors), [editors]);
}
