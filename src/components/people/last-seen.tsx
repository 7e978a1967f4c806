import { Time } from '#src/ui/time.tsx';

/** When a member was last seen. Adds the word on phones, which have no column heading. */
export function LastSeen({ value }: { value: string | undefined }) {
  return (
    <span className={value ? "max-sm:before:content-['Seen_']" : "max-sm:after:content-['_seen']"}>
      <Time value={value} absent="Never" />
    </span>
  );
}
