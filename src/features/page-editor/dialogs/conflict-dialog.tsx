import { useState } from 'react';
import { formatCount } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { describeField, type FieldConflict, fieldLabels, type FieldName } from '../session/page-fields.ts';
import {
  type Choice,
  type Conflict,
  conflictsIn,
  type MergeRegion,
  resolvedText,
} from '../text/merge-texts.ts';

interface ConflictDialogProps {
  regions: readonly MergeRegion[];
  fields: readonly FieldConflict[];
  /** Shows a stored text with paths. */
  show: (stored: string) => string;
  onClose: () => void;
  /** `given`: the fields of which theirs stays. */
  onResolve: (text: string, given: readonly FieldName[]) => void;
}

const choices = [
  { value: 'both', label: 'Both' },
  { value: 'mine', label: 'Yours' },
  { value: 'theirs', label: 'Theirs' },
] as const satisfies readonly { value: Choice; label: string }[];

/** Resolves what two people changed in the same lines. Unless chosen otherwise, both versions stay. */
export function ConflictDialog({ regions, fields, show, onClose, onResolve }: ConflictDialogProps) {
  const conflicts = conflictsIn(regions);
  const [given, setGiven] = useState<readonly FieldName[]>([]);
  const [chosen, setChosen] = useState<readonly Choice[]>(() => conflicts.map(() => 'both'));
  return (
    <Dialog
      size="large"
      title={
        conflicts.length > 0 ? 'Someone else changed the same lines' : 'Someone else changed the same options'
      }
      description={`${formatCount(conflicts.length + fields.length, 'conflict')}. Select what stays; nothing is lost until you save.`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Back to text</Button>
          <Button tone="primary" onClick={() => onResolve(resolvedText(regions, chosen), given)}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {conflicts.map((conflict, index) => (
          <ConflictChoice
            // oxlint-disable-next-line react/no-array-index-key -- conflicts have no name but their place
            key={index}
            number={index + 1}
            conflict={conflict}
            show={show}
            value={chosen[index] ?? 'both'}
            onChange={(choice) => setChosen(chosen.map((old, at) => (at === index ? choice : old)))}
          />
        ))}
        {fields.map((conflict) => (
          <FieldChoice
            key={conflict.name}
            conflict={conflict}
            isGiven={given.includes(conflict.name)}
            onChange={(isGiven) =>
              setGiven([
                ...given.filter((name) => name !== conflict.name),
                ...(isGiven ? [conflict.name] : []),
              ])
            }
          />
        ))}
      </div>
    </Dialog>
  );
}

interface FieldChoiceProps {
  conflict: FieldConflict;
  /** Whether theirs stays. */
  isGiven: boolean;
  onChange: (isGiven: boolean) => void;
}

function FieldChoice({ conflict, isGiven, onChange }: FieldChoiceProps) {
  const { name, mine, theirs } = conflict;
  const versions = [
    { label: 'Yours', value: mine, isChosen: !isGiven },
    { label: 'Theirs', value: theirs, isChosen: isGiven },
  ];
  return (
    <fieldset className="flex flex-col gap-2 rounded-md border border-line p-3">
      <legend className="px-1 font-medium">{fieldLabels[name]}</legend>
      {versions.map(({ label, value, isChosen }) => (
        <label key={label} className="flex items-start gap-2">
          <input
            type="radio"
            name={`conflict-${name}`}
            className="checkbox mt-0.5"
            checked={isChosen}
            onChange={() => onChange(label === 'Theirs')}
          />
          <span>
            {label}
            <span dir="auto" className="block text-ink-soft wrap-anywhere">
              {describeField(value)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface ConflictChoiceProps {
  number: number;
  conflict: Conflict;
  show: (stored: string) => string;
  value: Choice;
  onChange: (choice: Choice) => void;
}

function ConflictChoice({ number, conflict, show, value, onChange }: ConflictChoiceProps) {
  return (
    <fieldset className="rounded-md border border-line p-3">
      <legend className="px-1 font-medium">Conflict {number}</legend>
      <div className="mb-3 flex gap-4">
        {choices.map((choice) => (
          <label key={choice.value} className="flex items-center gap-2">
            <input
              type="radio"
              name={`conflict-${number}`}
              className="checkbox"
              checked={value === choice.value}
              onChange={() => onChange(choice.value)}
            />
            {choice.label}
          </label>
        ))}
      </div>
      <div className="grid gap-3 md:grid-cols-2">
        <Version label="Yours" lines={conflict.mine} show={show} isKept={value !== 'theirs'} />
        <Version label="Theirs" lines={conflict.theirs} show={show} isKept={value !== 'mine'} />
      </div>
    </fieldset>
  );
}

interface VersionProps {
  label: string;
  lines: readonly string[];
  show: (stored: string) => string;
  isKept: boolean;
}

function Version({ label, lines, show, isKept }: VersionProps) {
  return (
    <section aria-label={label} className="min-w-0">
      <h3 className="mb-1 text-xs font-medium text-ink-soft">
        {label}
        {!isKept && ', removed'}
      </h3>
      <pre
        dir="auto"
        className={`max-h-60 overflow-auto rounded-md p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere ${isKept ? 'bg-success-soft' : 'bg-sunken text-ink-soft line-through'}`}
      >
        {lines.length === 0 ? 'Lines removed' : show(lines.join('\n'))}
      </pre>
    </section>
  );
}
