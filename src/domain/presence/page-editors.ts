import type { ChangeRequestEditor, User } from '#api/generated/types.gen.ts';
import { createStore } from '#src/lib/store.ts';

/**
 * Who else is editing pages of the change request on the screen, as its event stream says; null as long as that isn't
 * known.
 */
export const pageEditors = createStore<readonly ChangeRequestEditor[] | null>(null);

/** The page that this tab is editing, announced to others. */
export const editedPage = createStore<string | null>(null);

type EditorsByPage = ReadonlyMap<string, readonly User[]>;

/** Always the same, so that nothing is rendered again when a stream opens. */
const nobody: EditorsByPage = new Map();

/** Who is editing each page. */
export function editorsByPage(editors: readonly ChangeRequestEditor[] | null): EditorsByPage {
  if (!editors || editors.length === 0) return nobody;
  const byPage = new Map<string, User[]>();
  for (const { page, user } of editors) byPage.set(page, [...(byPage.get(page) ?? []), user]);
  return byPage;
}
