import { useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import type { StaleField } from './stale-edit.tsx';

interface StaleEditDialogProps {
  fields: readonly StaleField[];
  /** Called with the fields for which their version was selected; null to go back to the form. */
  onResolve: (takeTheirs: ReadonlySet<string> | null) => void;
}

/** Resolves an edit conflict field by field. */
export function StaleEditDialog({ fields, onResolve }: StaleEditDialogProps) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const select = (name: string, isTheirs: boolean) => {
    const next = new Set(theirs);
    if (isTheirs) next.add(name);
    else next.delete(name);
    setTheirs(next);
  };
  return (
    <Dialog
      title="Someone else changed this"
      description="Nothing is saved yet. Select a version for each conflict."
      onClose={() => onResolve(null)}
      footer={
        <>
          <Button onClick={() => onResolve(null)}>Back to form</Button>
          <Button tone="primary" onClick={() => onResolve(theirs)}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {fields.map(({ name, label, theirs: theirValue, mine, isConflict }) =>
          isConflict ? (
            <fieldset key={name} className="rounded-md border border-line p-3">
              <legend className="px-1 font-medium">{label}</legend>
              <Version
                name={name}
                label="Your version"
                text={mine}
                isSelected={!theirs.has(name)}
                onSelect={() => select(name, false)}
              />
              <Version
                name={name}
                label="Their version"
                text={theirValue}
                isSelected={theirs.has(name)}
                onSelect={() => select(name, true)}
              />
            </fieldset>
          ) : (
            <p key={name} className="wrap-anywhere">
              <span className="font-medium">{label}</span> <span className="text-ink-soft">is now</span>{' '}
              <bdi>{theirValue || 'empty'}</bdi>
            </p>
          ),
        )}
      </div>
    </Dialog>
  );
}

interface VersionProps {
  name: string;
  label: string;
  text: string;
  isSelected: boolean;
  onSelect: () => void;
}

function Version({ name, label, text, isSelected, onSelect }: VersionProps) {
  return (
    <label className="flex items-start gap-2 py-1">
      <input
        type="radio"
        name={`stale-${name}`}
        className="checkbox mt-0.5"
        checked={isSelected}
        onChange={onSelect}
      />
      <span className="w-24 shrink-0 text-ink-soft">{label}</span>
      <span dir="auto" className="min-w-0 wrap-anywhere whitespace-pre-wrap">
        {text || <span className="text-ink-soft">empty</span>}
      </span>
    </label>
  );
}
