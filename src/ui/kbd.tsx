import { Fragment } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { customKeyBindings, keyCaps } from '#src/lib/shortcut-keys.ts';
import { useStore } from './browser/use-store.ts';

/** Whether shortcuts use Command instead of Ctrl. */
export const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

interface KeysProps {
  keys: string;
  /** Shows these keys even if they are rebound. */
  exact?: boolean;
  className?: string;
}

/** A shortcut as key caps: `<Keys keys="mod+k" />`, `<Keys keys="g m" />`. */
export function Keys({ keys, exact = false, className }: KeysProps) {
  const rebound = useStore(customKeyBindings);
  const currentKeys = exact ? keys : (rebound[keys] ?? keys);
  return (
    <span className={classNames('whitespace-nowrap', className)}>
      {keyCaps(currentKeys, isMac).map((press, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same key can be pressed twice, and the order is fixed
        <Fragment key={index}>
          {index > 0 && <span className="mx-1 text-xs text-ink-soft">then</span>}
          <span className="inline-flex gap-0.5">
            {press.map((cap) => (
              <kbd key={cap} className="kbd">
                {cap}
              </kbd>
            ))}
          </span>
        </Fragment>
      ))}
    </span>
  );
}
