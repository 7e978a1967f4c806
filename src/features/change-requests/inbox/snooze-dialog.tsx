import { useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Input } from '#src/ui/input.tsx';
import { morningOf } from './snooze-times.ts';

interface SnoozeDialogProps {
  /** What is snoozed: “Fix the ports”, or `3 change requests`. */
  target: string;
  onChoose: (until: Date) => void;
  onClose: () => void;
}

/** Snoozes change requests until a chosen date. */
export function SnoozeDialog({ target, onChoose, onClose }: SnoozeDialogProps) {
  const [day, setDay] = useState('');
  const [error, setError] = useState<string>();
  const submit = () => {
    const until = morningOf(day, new Date());
    if (until) onChoose(until);
    else setError('Choose a date in the future.');
  };
  return (
    <Dialog
      title={`Snooze ${target} until…`}
      description="Returns that morning or when it changes. Saved in this browser only."
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" onClick={submit}>
            Snooze
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label="Date" error={error}>
          {(control) => (
            <Input {...control} type="date" value={day} onChange={(event) => setDay(event.target.value)} />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
