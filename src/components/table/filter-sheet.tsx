import type { ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

interface FilterSheetProps {
  clear: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** The filters of a list on a phone. They apply at once, so there is nothing to save. */
export function FilterSheet({ clear, onClose, children }: FilterSheetProps) {
  return (
    <Dialog
      title="Filters"
      onClose={onClose}
      footer={
        <>
          {clear}
          <Button tone="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">{children}</div>
    </Dialog>
  );
}
