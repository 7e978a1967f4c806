import type { GitNote } from '#api/generated/types.gen.ts';

/** Files that a sync leaves out or has in another form. */
export function NoteList({ notes }: { notes: readonly GitNote[] }) {
  return (
    <ul className="mt-2 flex flex-col gap-1">
      {notes.map(({ path, message }) => (
        <li key={`${path} ${message}`} className="wrap-anywhere">
          <code className="text-xs">{path}</code> <span className="text-ink-soft">{message}</span>
        </li>
      ))}
    </ul>
  );
}
