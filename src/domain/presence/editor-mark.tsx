import type { User } from '#api/generated/types.gen.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { describeMark } from './describe-editors.ts';

/** A picture of who is editing a page, in its row of a tree. The row's label says it, too. */
export function EditorMark({ editors }: { editors: readonly User[] }) {
  const [first] = editors;
  if (!first) return null;
  return (
    <span data-tip={describeMark(editors)} className="pr-1">
      <Avatar name={first.displayName} src={first.photoURL} size="small" />
    </span>
  );
}
