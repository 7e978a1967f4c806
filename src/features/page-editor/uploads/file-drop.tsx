import { type DragEvent, type ReactNode, useState } from 'react';
import { fileLimit } from '#src/domain/uploads/upload-rules.ts';

/** Says what can be dropped while files are dragged over what is in it. */
export function FileDrop({ className, children }: { className: string; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  const follow = ({ type, dataTransfer, currentTarget, relatedTarget }: DragEvent<HTMLElement>) => {
    const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
    if (type !== 'dragleave' || !isInside)
      setOver(type === 'dragenter' && dataTransfer.types.includes('Files'));
  };
  return (
    <div
      className={`page-editor-drop ${className}`}
      onDragEnter={follow}
      onDragLeave={follow}
      onDropCapture={() => setOver(false)}
    >
      {children}
      {isOver && (
        <p className="page-editor-drop-hint">Drop pictures and other files here: {fileLimit} each.</p>
      )}
    </div>
  );
}
