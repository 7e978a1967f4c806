import { useState } from 'react';
import { ownDateFormat } from '#src/lib/text/date-input.ts';
import { calendarDay } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { morningOf, snoozePresets } from './snooze-times.ts';

interface SnoozeDialogProps {
  /** The snoozed item: “Fix the ports”, or `3 change requests`. */
  target: string;
  /** When else it returns. */
  description: string;
  onChoose: (until: Date) => void;
  onClose: () => void;
}

/** Chooses until when something is snoozed. */
export function SnoozeDialog({ target, description, onChoose, onClose }: SnoozeDialogProps) {
  const [day, setDay] = useState('');
  const [error, setError] = useState<string>();
  const [now] = useState(() => new Date());
  const submit = () => {
    const until = morningOf(ownDateFormat.parse(day) ?? '', new Date());
    if (until) onChoose(until);
    else setError(`Enter a date in the future: ${ownDateFormat.pattern}`);
  };
  return (
    <Dialog
      title={`Snooze ${target} until…`}
      description={description}
      size="small"
      initialFocus="form button"
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
        <ul aria-label="Suggested times" className="mb-4 flex flex-wrap gap-2">
          {snoozePresets(now).map(({ label, time }) => (
            <li key={label}>
              <Button data-tip={calendarDay(time)} onClick={() => onChoose(time)}>
                {label}
              </Button>
            </li>
          ))}
        </ul>
        <Field label="Or a date" error={error}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              placeholder={ownDateFormat.pattern}
              value={day}
              onChange={(event) => setDay(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
