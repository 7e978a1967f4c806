import { type KeyboardEvent, useState } from 'react';
import { keysConflict, currentKeys, rebind, customKeyBindings } from '#src/lib/custom-key-bindings.ts';
import { pressName } from '#src/lib/shortcut-keys.ts';
import { Button } from '#src/ui/button.tsx';
import { Keys } from '#src/ui/kbd.tsx';
import { announce } from '#src/ui/live-region.ts';
import { useStore } from '#src/ui/use-store.ts';
import type { Shortcut } from './shortcuts.ts';

interface KeyBindingButtonProps {
  shortcut: Shortcut;
  /** All shortcuts of the screen, to find conflicts. */
  shortcuts: readonly Shortcut[];
}

/** A button that shows a shortcut's keys and records new ones; Enter saves them. */
export function KeyBindingButton({ shortcut, shortcuts }: KeyBindingButtonProps) {
  const { keys, label } = shortcut;
  const rebound = useStore(customKeyBindings);
  const [presses, setPresses] = useState<readonly string[] | null>(null);
  const newKeys = presses?.join(' ') ?? '';
  const conflict = presses?.length
    ? shortcuts.find((one) => one.keys !== keys && keysConflict(newKeys, currentKeys(one.keys)))
    : undefined;

  const finish = (to: string | null) => {
    rebind(keys, to);
    setPresses(null);
    announce(`Shortcut changed: ${label}`);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const press = pressName(event);
    if (presses === null || press === null || ['tab', 'shift+tab', 'escape'].includes(press)) return;
    event.preventDefault();
    event.stopPropagation();
    if (press === 'enter') {
      if (presses.length > 0 && !conflict) finish(newKeys);
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
        onKeyDown={handleKeyDown}
        onBlur={() => setPresses(null)}
      >
        {presses?.length === 0 ? 'Press keys…' : <Keys exact keys={newKeys || currentKeys(keys)} />}
      </Button>
      {presses !== null && (
        <span role="status" className="text-xs text-ink-soft">
          {conflict ? `Used by ${conflict.label}` : 'Enter saves, Backspace resets'}
        </span>
      )}
    </span>
  );
}
