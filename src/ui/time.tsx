import { relativeTime } from '#src/lib/text/format.ts';

interface TimeProps {
  /** An ISO 8601 time. An empty or invalid one shows `absent`. */
  value: string | undefined | null;
  /** Shown without a time: "Never". Else it is blank. */
  absent?: string;
  className?: string;
}

/** A relative time with the exact time as its tooltip. */
export function Time({ value, absent, className }: TimeProps) {
  const text = value ? relativeTime(value) : '';
  if (!value || !text) return <span className={absent ? 'text-ink-soft' : 'blank'}>{absent}</span>;
  return (
    <time className={className} dateTime={value} data-tip-time={value}>
      {text}
    </time>
  );
}
