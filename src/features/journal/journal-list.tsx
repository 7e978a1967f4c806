import { Download, NotebookPen } from 'lucide-react';
import { clearJournal, journal, undoOfChange } from '#src/api/log/journal.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { confirm } from '#src/components/confirm/confirm.ts';
import { asCurl, asScript } from '#src/components/inspector/as-code.ts';
import { ResendButton } from '#src/components/inspector/resend-button.tsx';
import { undoOne, undoStack } from '#src/components/undo/undo.ts';
import { downloadText, datedFileName } from '#src/lib/text/download.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Time } from '#src/ui/time.tsx';
import { type JournalLine, journalLines } from './labels.ts';

/** Changes made in this browser, newest first, each with its API request and undo. */
export function JournalList() {
  const entries = useStore(journal);
  const { done } = useStore(undoStack.state);
  if (entries.length === 0)
    return (
      <EmptyState icon={<NotebookPen />} title="No changes yet">
        Changes you make in this browser are listed here with their API requests. Most of them can be undone.
      </EmptyState>
    );
  return (
    <>
      <ol aria-label="My changes" className="divide-y divide-line rounded-lg border border-line">
        {journalLines(entries).map((line) => {
          const undo = undoOfChange(line.entry.id);
          const open = undo !== undefined && done.includes(undo);
          return <Line key={line.entry.id} line={line} onUndo={open ? () => void undoOne(undo) : null} />;
        })}
      </ol>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          icon={<Download />}
          onClick={() => downloadText(datedFileName('My changes', 'sh'), asScript(entries), 'text/x-sh')}
        >
          Download as script
        </Button>
        <Button tone="quiet-danger" onClick={() => void confirmClear()}>
          Clear list
        </Button>
      </div>
    </>
  );
}

function confirmClear() {
  return confirm({
    title: 'Clear this list?',
    body: 'Clears only the list in this browser. Your changes stay.',
    confirmLabel: 'Clear list',
    tone: 'danger',
    action: async () => clearJournal(),
  });
}

function Line({ line, onUndo }: { line: JournalLine; onUndo: (() => void) | null }) {
  const { entry, text, count } = line;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        <p dir="auto" className="wrap-anywhere">
          {text}
          {count > 1 && <span className="ml-1.5 text-ink-soft tabular-nums">× {formatNumber(count)}</span>}
        </p>
        <p className="flex gap-2 text-xs text-ink-soft">
          <span className="shrink-0">
            <Time value={new Date(entry.at).toISOString()} />
          </span>
          <code className="min-w-0 truncate font-mono">
            {entry.method} {entry.path}
          </code>
        </p>
      </div>
      <CopyButton showLabel size="small" tone="quiet" what="as cURL" text={asCurl(entry)} />
      <ResendButton request={entry} />
      {onUndo && (
        <Button
          size="small"
          onClick={({ currentTarget }) => {
            // Undo removes the button, so focus moves to the next one in the line.
            currentTarget.parentElement?.querySelector('button')?.focus();
            onUndo();
          }}
        >
          Undo
        </Button>
      )}
    </li>
  );
}
