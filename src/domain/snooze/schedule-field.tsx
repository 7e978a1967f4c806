import { useState } from 'react';
import { calendarDay } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { snoozePresets } from './snooze-times.ts';

/** The text of a field of the browser's date and time, in its time zone. */
function toFieldValue(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** A suggested time, as the text of the field. */
export function firstSuggestedTime(): string {
  const now = new Date();
  return toFieldValue(snoozePresets(now)[0]?.time ?? now);
}

interface ScheduleFieldProps {
  /** The text of the field, in the time zone of the browser. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

/** Chooses when something is done by itself: a suggested time, or any other. */
export function ScheduleField({ value, onChange, error }: ScheduleFieldProps) {
  const [now] = useState(() => new Date());
  return (
    <>
      <ul aria-label="Suggested times" className="mb-4 flex flex-wrap gap-2">
        {snoozePresets(now).map(({ label, time }) => (
          <li key={label}>
            <Button data-tip={calendarDay(time)} onClick={() => onChange(toFieldValue(time))}>
              {label}
            </Button>
          </li>
        ))}
      </ul>
      <Field label="Time" error={error}>
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            required
            min={toFieldValue(now)}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
    </>
  );
}
