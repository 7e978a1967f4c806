import { X } from 'lucide-react';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import type { Editing } from './editing.ts';
import { selectionActions } from './structure-menu.tsx';
import { KindIcon } from './structure-tree.tsx';

/** The titles that are listed; the rest is a number. */
const MAX_TITLES = 12;

interface SelectionPanelProps {
  editing: Editing;
  /** Two or more. */
  ids: readonly string[];
  onClear: () => void;
}

/** The actions on all selected items. */
export function SelectionPanel({ editing, ids, onClear }: SelectionPanelProps) {
  const items = ids.flatMap((id) => editing.tree.nodes.get(id) ?? []);
  return (
    <>
      <header className="flex items-start gap-2 border-b border-line py-2 pr-2 pl-4">
        <h2 className="min-w-0 flex-1 py-1 font-semibold">{formatNumber(ids.length)} selected</h2>
        <IconButton label="Clear selection" onClick={onClear}>
          <X />
        </IconButton>
      </header>
      <div className="flex flex-col gap-4 p-4">
        <div
          role="toolbar"
          aria-label={`${formatCount(ids.length, 'item')} selected`}
          aria-orientation="vertical"
          className="-mx-3 flex flex-col gap-1"
        >
          {selectionActions(editing, ids).map(({ label, icon, tone, disabledReason, onSelect }) => (
            <Button
              key={label}
              icon={icon}
              tone={tone === 'danger' ? 'quiet-danger' : 'quiet'}
              className="justify-start"
              disabledReason={disabledReason}
              onClick={onSelect}
            >
              {label}
            </Button>
          ))}
        </div>
        <ul aria-label="Selected items" className="flex flex-col gap-1.5 border-t border-line pt-4">
          {items.slice(0, MAX_TITLES).map((item) => (
            <li key={item.id} className="flex min-w-0 items-start">
              <KindIcon item={item} />
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {item.title}
              </span>
            </li>
          ))}
          {items.length > MAX_TITLES && (
            <li className="text-ink-soft">and {formatNumber(items.length - MAX_TITLES)} more</li>
          )}
        </ul>
      </div>
    </>
  );
}
