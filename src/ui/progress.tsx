/**
 * A progress bar.
 *
 * @param value from 0 to `max`
 */
export function Progress({ label, value, max }: { label: string; value: number; max: number }) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className="h-1.5 overflow-hidden rounded-full bg-pressed"
    >
      <div
        className="h-full origin-left bg-accent transition-transform forced-colors:bg-highlight"
        style={{ transform: `scaleX(${share})` }}
      />
    </div>
  );
}
