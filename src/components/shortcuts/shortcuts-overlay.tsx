import { type KeyboardEvent, useState } from 'react';
import { keysConflict, currentKeys, rebind, customKeyBindings, pressName } from '#src/lib/shortcut-keys.ts';
import { announce } from '#src/ui/browser/live-region.tsx';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Keys } from '#src/ui/kbd.tsx';
import { FixedKeysList } from './fixed-keys-list.tsx';
import { fixedKeys } from './fixed-keys.ts';
import { type Shortcut, shortcuts, shortcutsOverlay, singleKeys } from './shortcuts.ts';

interface KeyBindingButtonProps {
  shortcut: Shortcut;
  /** All shortcuts of the screen, to find conflicts. */
  shortcuts: readonly Shortcut[];
}

/** A button that shows a shortcut's keys and records new ones; Enter saves them. */
function KeyBindingButton({ shortcut, shortcuts }: KeyBindingButtonProps) {
  const { keys, label } = shortcut;
  const rebound = useStore(customKeyBindings);
  const [presses, setPresses] = useState<readonly string[] | null>(null);
  const newKeys = presses?.join(' ') ?? '';
  const conflict = presses?.length
    ? shortcuts.find((other) => other.keys !== keys && keysConflict(newKeys, currentKeys(other.keys)))
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

/** Lists the shortcuts of the current screen. */
export function ShortcutsOverlay() {
  const registered = useStore(shortcuts.all);
  const enabled = useStore(singleKeys);
  const unique = uniqueKeys(registered);
  const hasTree = useStore(fixedKeys.all).length > 0;
  return (
    <Dialog
      title="Keyboard shortcuts"
      description={
        enabled
          ? 'Select a shortcut to change its keys.'
          : 'Single-key shortcuts are turned off in Preferences.'
      }
      onClose={() => shortcutsOverlay.set(false)}
      size="large"
    >
      <div
        role="group"
        aria-label="All shortcuts"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list has to be scrolled by the keyboard
        tabIndex={0}
        className="gap-8 outline-none sm:columns-2"
      >
        {hasTree && (
          <section className="mb-5 break-inside-avoid">
            <h3 className="mb-1 font-medium">In the tree</h3>
            <dl>
              <FixedKeysList className="min-h-8 border-t border-line py-0.5" />
            </dl>
          </section>
        )}
        {groups.map((group) => (
          <Group
            key={group}
            name={group}
            members={unique.filter((shortcut) => shortcut.group === group)}
            offered={unique}
          />
        ))}
      </div>
    </Dialog>
  );
}

const groups = ['General', 'List', 'Editing', 'Go to'] as const;

function Group({ name, members, offered }: { name: string; members: Shortcut[]; offered: Shortcut[] }) {
  if (members.length === 0) return null;
  return (
    <section className="mb-5 break-inside-avoid">
      <h3 className="mb-1 font-medium">{name}</h3>
      <dl>
        {members.map((shortcut) => (
          <div
            key={shortcut.keys}
            className="flex items-center justify-between gap-3 border-t border-line py-0.5"
          >
            <dt className="text-ink-soft">{shortcut.label}</dt>
            <dd>
              <KeyBindingButton shortcut={shortcut} shortcuts={offered} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Of two shortcuts with the same keys the later one runs. */
function uniqueKeys(offered: readonly Shortcut[]): Shortcut[] {
  return [...new Map(offered.map((shortcut) => [shortcut.keys, shortcut])).values()];
}
