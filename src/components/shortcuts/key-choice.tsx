import { type KeyboardEvent, useState } from 'react';
import { clash, keysNow, rebind, reboundKeys } from '#src/lib/rebound-keys.ts';
import { pressName } from '#src/lib/shortcut-keys.ts';
import { Button } from '#src/ui/button.tsx';
import { Keys } from '#src/ui/kbd.tsx';
import { announce } from '#src/ui/live-region.ts';
import { useStore } from '#src/ui/use-store.ts';
import type { Shortcut } from './shortcuts.ts';

interface KeyChoiceProps {
  shortcut: Shortcut;
  /** All that the screen offers, to find out who has the keys already. */
  offered: readonly Shortcut[];
}

/** The keys of a shortcut as a button: pressed, it takes the next presses as its new keys, which Enter keeps. */
export function KeyChoice({ shortcut, offered }: KeyChoiceProps) {
  const { keys, label } = shortcut;
  const rebound = useStore(reboundKeys);
  const [presses, setPresses] = useState<readonly string[] | null>(null);
  const chosen = presses?.join(' ') ?? '';
  const other = presses?.length
    ? offered.find((one) => one.keys !== keys && clash(chosen, keysNow(one.keys)))
    : undefined;

  const finish = (to: string | null) => {
    rebind(keys, to);
    setPresses(null);
    announce(`Shortcut changed: ${label}`);
  };
  const take = (event: KeyboardEvent) => {
    const press = pressName(event);
    if (presses === null || press === null || ['tab', 'shift+tab', 'escape'].includes(press)) return;
    event.preventDefault();
    event.stopPropagation();
    if (press === 'enter') {
      if (presses.length > 0 && !other) finish(chosen);
    } else if (press === 'backspace') finish(null);
    else setPresses(presses.length < 2 ? [...presses, press] : [press]);
  };

  return (
    <span className="flex flex-col items-end">
      <Button
        size="small"
        tone="quiet"
        className="-mr-2"
        aria-label={`Change shortcut for ${label}`}
        aria-pressed={presses !== null}
        data-tip={rebound[keys] === undefined ? undefined : 'Custom shortcut'}
        onClick={() => setPresses(presses === null ? [] : null)}
        onKeyDown={take}
        onBlur={() => setPresses(null)}
      >
        {presses?.length === 0 ? 'Press keys…' : <Keys exact keys={chosen || keysNow(keys)} />}
      </Button>
      {presses !== null && (
        <span role="status" className="text-xs text-ink-soft">
          {other ? `Used by ${other.label}` : 'Enter saves, Backspace resets'}
        </span>
      )}
    </span>
  );
}
