import { Redo2, Undo2 } from 'lucide-react';
import { IconButton } from '#src/ui/button.tsx';
import { useStore } from '#src/ui/use-store.ts';
import { redoLast, undoLast, undoStack } from './undo.ts';

/** Takes back the last change and makes it again, by its name; `readOnly` is the reason why nothing can be changed. */
export function UndoButtons({ readOnly }: { readOnly?: string | undefined }) {
  const { done, undone, busy } = useStore(undoStack.state);
  const last = done.at(-1);
  const next = undone.at(-1);
  return (
    <>
      <IconButton
        label={last ? `Undo: ${last.label}` : 'Undo'}
        disabledReason={readOnly ?? (last ? false : 'There is nothing to undo.')}
        pending={busy}
        onClick={() => void undoLast()}
      >
        <Undo2 />
      </IconButton>
      <IconButton
        label={next ? `Redo: ${next.label}` : 'Redo'}
        disabledReason={readOnly ?? (next ? false : 'There is nothing to redo.')}
        pending={busy}
        onClick={() => void redoLast()}
      >
        <Redo2 />
      </IconButton>
    </>
  );
}
