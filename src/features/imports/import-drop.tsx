import { type DragEvent, type ReactNode, useState } from 'react';
import { filesOfDrop, holdsFiles } from '#src/domain/uploads/picked-files.ts';
import { useHasImports } from './capabilities.ts';
import { droppedFiles } from './picked-files.ts';

interface ImportDropProps {
  /** What a drop does, as a sentence. */
  hint: string;
  /** Opens the import screen, which takes the dropped files. */
  onDrop: () => void;
  /** Why nothing can be imported here. */
  disabledReason?: string | undefined;
  children: ReactNode;
}

/** Takes files and folders that are dropped on what is in it. */
export function ImportDrop({ hint, onDrop, disabledReason, children }: ImportDropProps) {
  const [isOver, setOver] = useState(false);
  const canImport = useHasImports();
  if (!canImport) return children;
  const follow = (event: DragEvent<HTMLElement>) => {
    if (!holdsFiles(event.dataTransfer)) return;
    event.preventDefault();
    if (event.type === 'dragenter') setOver(true);
  };
  return (
    <div
      className="relative"
      onDragEnter={follow}
      onDragOver={follow}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        if (!holdsFiles(event.dataTransfer)) return;
        event.preventDefault();
        setOver(false);
        if (disabledReason !== undefined) return;
        void filesOfDrop(event.dataTransfer).then((files) => {
          droppedFiles.set(files);
          onDrop();
        });
      }}
    >
      {children}
      {isOver && (
        <p className="pointer-events-none absolute inset-0 z-10 grid place-items-center rounded-lg border-2 border-dashed border-accent bg-accent-soft/90 p-4 text-center font-medium text-accent-ink">
          {disabledReason ?? hint}
        </p>
      )}
    </div>
  );
}
