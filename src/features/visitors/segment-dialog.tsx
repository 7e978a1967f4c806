import { useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Input } from '#src/ui/input.tsx';
import { Select } from '#src/ui/select.tsx';
import type { Segment } from './audience.ts';
import type { Claim } from './claims.ts';

interface SegmentDialogProps {
  claims: readonly Claim[];
  /** The segment to change; a new one without it. */
  segment?: Segment;
  /** The names of the others. */
  taken: readonly string[];
  onSave: (segment: Segment) => void;
  onRemove?: () => void;
  onClose: () => void;
}

type Known = 'unknown' | 'true' | 'false';

const options: readonly { value: Known; label: string }[] = [
  { value: 'unknown', label: 'Not known' },
  { value: 'true', label: 'True' },
  { value: 'false', label: 'False' },
];

/** Names visitors who have something in common, and says what is known of them. Kept in this browser. */
export function SegmentDialog({ claims, segment, taken, onSave, onRemove, onClose }: SegmentDialogProps) {
  const [name, setName] = useState(segment?.name ?? '');
  const [values, setValues] = useState(segment?.values ?? {});
  const [problem, setProblem] = useState<string | null>(null);

  const save = () => {
    const title = name.trim();
    if (title === '') return setProblem('Fill this in.');
    if (taken.includes(title)) return setProblem('There is a segment of this name already.');
    onSave({ name: title, values });
    onClose();
  };
  const choose = (claim: string, known: Known) => {
    const { [claim]: _before, ...others } = values;
    setValues(known === 'unknown' ? others : { ...others, [claim]: known === 'true' });
  };

  return (
    <Dialog
      title={segment ? `Segment “${segment.name}”` : 'New segment'}
      description="Kept in this browser. Visitors and other people of the organization never see it."
      onClose={onClose}
      footer={
        <>
          {onRemove && (
            <Button
              tone="quiet-danger"
              className="mr-auto"
              onClick={() => {
                onRemove();
                onClose();
              }}
            >
              Remove
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" onClick={save}>
            Save segment
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Name" error={problem}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={60}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        {claims.length === 0 && <p className="text-ink-soft">The site has no claims yet.</p>}
        {claims.map(({ name: claim, description }) => (
          <Field key={claim} label={<code className="font-mono">{claim}</code>} hint={description} optional>
            {(control) => (
              <Select<Known>
                {...control}
                options={options}
                value={values[claim] === undefined ? 'unknown' : values[claim] ? 'true' : 'false'}
                onChange={(known) => choose(claim, known)}
              />
            )}
          </Field>
        ))}
      </div>
    </Dialog>
  );
}
