import type { GitPreview } from '#api/generated/types.gen.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Callout } from '#src/ui/callout.tsx';
import { describePreview, toolName } from './labels.ts';
import { NoteList } from './note-list.tsx';

interface ConnectPreviewProps {
  preview: GitPreview | undefined;
  branch: string;
  directory: string;
}

/** What the first sync would do, in words and numbers. */
export function ConnectPreview({ preview, branch, directory }: ConnectPreviewProps) {
  if (!preview) return <p className="text-ink-soft">Connect shows what would happen before anything does.</p>;
  const { error, notes, kind, needsConversion } = preview;
  if (error !== undefined) {
    return (
      <Callout tone="danger" title="The first sync can’t begin so">
        {error}
      </Callout>
    );
  }
  return (
    <div role="status" className="flex flex-col gap-2">
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {describePreview(preview, { branch, directory }).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {needsConversion && (
        <Callout tone="warning" title={`The files were written for ${toolName(kind)}`}>
          Bindery converts their text when it reads it.
        </Callout>
      )}
      {notes.length > 0 && (
        <details>
          <summary>{formatCount(notes.length, 'file')} left out or in another form</summary>
          <NoteList notes={notes} />
        </details>
      )}
    </div>
  );
}
