import { Time } from '#src/ui/time.tsx';

/** When somebody was last here, in a cell. On a phone, where no heading says what the time is about, it says so. */
export function LastSeen({ value }: { value: string | undefined }) {
  return (
    <span className={value ? "max-sm:before:content-['Seen_']" : "max-sm:after:content-['_seen']"}>
      <Time value={value} absent="Never" />
    </span>
  );
}
