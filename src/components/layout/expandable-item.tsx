import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from '#src/ui/button.tsx';

interface ExpandableItemProps {
  /** Names the button. */
  name: string;
  /** The visible part: the name and its state. */
  title: ReactNode;
  isOpen: boolean;
  onToggle: () => void;
  /** Rendered while open. */
  children: ReactNode;
}

/** An item of a list whose details a button shows below it. */
export function ExpandableItem({ name, title, isOpen, onToggle, children }: ExpandableItemProps) {
  const id = useId();
  return (
    <li className="rounded-lg border border-line">
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-2.5">
        <span className="flex min-w-0 flex-wrap items-center gap-2">{title}</span>
        <Button
          tone="quiet"
          icon={<ChevronDown className={isOpen ? 'rotate-180' : undefined} />}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={`Details of ${name}`}
          onClick={onToggle}
        >
          Details
        </Button>
      </div>
      <div id={id} hidden={!isOpen} className="border-t border-line px-4 py-3">
        {isOpen && children}
      </div>
    </li>
  );
}
