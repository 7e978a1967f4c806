import { type KeyboardEvent, useState } from 'react';
import { LabelledCheckbox } from '#src/ui/checkbox.tsx';
import type { FocusAfterCommit } from './cell-editor.tsx';

interface OptionPanelProps {
  label: string;
  options: readonly string[];
  selected: readonly string[];
  onCommit: (chosen: string[], after: FocusAfterCommit) => void;
  onCancel: () => void;
}

/** Selects several options in a panel over the cell, in the order of the field's options. */
export function OptionPanel({ label, options, selected, onCommit, onCancel }: OptionPanelProps) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(() => new Set(selected));
  // Options that no longer exist are dropped on the first change.
  const inOrder = () => options.filter((option) => picked.has(option));

  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    event.stopPropagation();
    const boxes = [...event.currentTarget.querySelectorAll('input')];
    const at = boxes.findIndex((box) => box === document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) boxes[(at + step + boxes.length) % boxes.length]?.focus();
    else if (event.key === 'Enter') onCommit(inOrder(), 'down');
    else if (event.key === 'Escape') onCancel();
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={positionPanel}
      role="group"
      aria-label={label}
      className="fixed z-30 max-h-64 w-56 overflow-y-auto rounded-lg border border-line bg-surface p-2 shadow-floating"
      onKeyDown={handleKeyDown}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onCommit(inOrder(), 'stay');
      }}
    >
      {options.map((option) => (
        <LabelledCheckbox
          key={option}
          label={<bdi>{option}</bdi>}
          checked={picked.has(option)}
          className="rounded-md px-1.5 py-1 hover:bg-hover"
          onChange={({ target }) => {
            const next = new Set(picked);
            if (target.checked) next.add(option);
            else next.delete(option);
            setPicked(next);
          }}
        />
      ))}
    </div>
  );
}

/** Positions the panel above or below its cell; inside the matrix it would be clipped. */
function positionPanel(panel: HTMLElement | null): void {
  const cell = panel?.parentElement?.getBoundingClientRect();
  if (!panel || !cell) return;
  const top =
    cell.bottom + panel.offsetHeight > window.innerHeight ? cell.top - panel.offsetHeight : cell.bottom;
  panel.style.top = `${Math.max(4, top)}px`;
  panel.style.left = `${Math.max(4, Math.min(cell.left, window.innerWidth - panel.offsetWidth - 4))}px`;
  panel.querySelector('input')?.focus();
}
