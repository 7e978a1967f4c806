import { Dialog } from '#src/ui/dialog.tsx';
import { useStore } from '#src/ui/use-store.ts';
import { KeyBindingButton } from './key-binding-button.tsx';
import { type Shortcut, shortcuts, shortcutsOverlay, singleKeys } from './shortcuts.ts';

/** Lists the shortcuts of the current screen. */
export function ShortcutsOverlay() {
  const registered = useStore(shortcuts.all);
  const enabled = useStore(singleKeys);
  const unique = uniqueKeys(registered);
  return (
    <Dialog
      title="Keyboard shortcuts"
      description={
        enabled
          ? 'Select a shortcut to change its keys.'
          : 'Single-key shortcuts are turned off in Preferences.'
      }
      onClose={() => shortcutsOverlay.set(false)}
    >
      <div
        role="group"
        aria-label="All shortcuts"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list has to be scrolled by the keyboard
        tabIndex={0}
        className="gap-8 outline-none sm:columns-2"
      >
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

const groups = ['General', 'Go to', 'List', 'Editing'] as const;

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
