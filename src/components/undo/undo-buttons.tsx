import { Redo2, Undo2 } from 'lucide-react';
import { IconButton } from '#src/ui/button.tsx';
import { useStore } from '#src/ui/use-store.ts';
import { latestOn } from '#src/lib/undo-stack.ts';
import { currentScreen, redoLast, undoLast, undoStack } from './undo.ts';

/** Undo and redo buttons of the current screen; `readOnly` is the reason why nothing can be changed. */
export function UndoButtons({ readOnly }: { readOnly?: string | undefined }) {
  const { done, undone, busy } = useStore(undoStack.state);
  const screen = useStore(currentScreen);
  const last = latestOn(done, screen);
  const next = latestOn(undone, screen);
  return (
    <>
      <IconButton
        label={last ? `Undo: ${last.label}` : 'Undo'}
        disabledReason={readOnly ?? (last ? false : 'Nothing to undo.')}
        pending={busy}
        onClick={() => void undoLast()}
      >
        <Undo2 />
      </IconButton>
      <IconButton
        label={next ? `Redo: ${next.label}` : 'Redo'}
        disabledReason={readOnly ?? (next ? false : 'Nothing to redo.')}
        pending={busy}
        onClick={() => void redoLast()}
      >
        <Redo2 />
      </IconButton>
    </>
  );
}
