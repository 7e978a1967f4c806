import { classNames } from '#src/lib/class-names.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Keys } from '#src/ui/kbd.tsx';
import { type FixedKeys, fixedKeys } from './fixed-keys.ts';

interface KeysRowProps extends FixedKeys {
  className?: string | undefined;
}

/** A row of a `dl`: keys, and what they do. */
export function KeysRow({ keys, label, className }: KeysRowProps) {
  return (
    <div className={classNames('flex items-center justify-between gap-3', className)}>
      <dt className="text-ink-soft">{label}</dt>
      <dd className="flex gap-1">
        {keys.split(' ').map((combination) => (
          <Keys key={combination} keys={combination} />
        ))}
      </dd>
    </div>
  );
}

/** The rows of all fixed keys. */
export function FixedKeysList({ className }: Pick<KeysRowProps, 'className'>) {
  const fixedShortcuts = useStore(fixedKeys.all);
  return fixedShortcuts.map((row) => <KeysRow key={row.keys} {...row} className={className} />);
}
