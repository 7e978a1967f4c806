import { exactTime, relativeTime } from '#src/lib/times.ts';

interface TimeProps {
  /** An ISO 8601 text. Nothing, or what is no time, shows `absent`. */
  value: string | undefined | null;
  /** What stands where there is no time: "Never". */
  absent?: string;
}

/** How long ago something was, with the exact moment as its tooltip. */
export function Time({ value, absent = '–' }: TimeProps) {
  const text = value ? relativeTime(value) : '';
  if (!value || !text) return <span className="text-ink-soft">{absent}</span>;
  return (
    <time dateTime={value} data-tip={exactTime(value)}>
      {text}
    </time>
  );
}
