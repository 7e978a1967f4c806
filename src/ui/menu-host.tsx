import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { Suspense, use } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { useStore } from './browser/use-store.ts';
import { Keys } from './kbd.tsx';
import { closeMenu, type MenuAction, type MenuEntry, openMenuStore } from './menu.ts';
import { Skeleton } from './skeleton.tsx';

/** Renders the menu that `openMenu` opened. Mounted once at the root, on first use. */
export function MenuHost() {
  const menu = useStore(openMenuStore);
  if (!menu) return null;
  const anchorRect = menu.anchor.getBoundingClientRect();
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && closeMenu()}>
      <DropdownMenu.Trigger asChild>
        <span
          aria-hidden="true"
          className="pointer-events-none fixed"
          style={{
            left: anchorRect.left,
            top: anchorRect.top,
            width: anchorRect.width,
            height: anchorRect.height,
          }}
        />
      </DropdownMenu.Trigger>
      {/* A modal dialog of the browser makes everything else inert, so its menu has to be inside it. */}
      <DropdownMenu.Portal container={menu.anchor.closest('dialog')}>
        <section aria-label={menu.label} ref={closeWhenAnchorMoves}>
          <DropdownMenu.Content
            data-above-dialogs=""
            aria-label={menu.label}
            aria-labelledby={undefined}
            align={menu.align}
            sideOffset={4}
            collisionPadding={8}
            loop
            className="menu appear z-50 max-w-72 min-w-44 overflow-y-auto rounded-lg bg-surface p-1 shadow-floating"
            // Radix does it for keys that it has seen; the one that opened the menu came before it was mounted.
            onFocus={({ currentTarget, target, relatedTarget }) => {
              const isEntered = relatedTarget instanceof Node && !currentTarget.contains(relatedTarget);
              if (menu.isByKey && target === currentTarget && isEntered)
                currentTarget.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')?.focus();
            }}
            // The anchor handles presses on itself; otherwise the menu would close and open again.
            onInteractOutside={(event) => {
              if (event.target instanceof Node && menu.anchor.contains(event.target)) event.preventDefault();
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              // The selected entry may have opened a dialog, which then has the focus.
              if (document.activeElement === document.body || !document.activeElement) menu.anchor.focus();
            }}
          >
            {menu.entries instanceof Promise ? (
              <Suspense fallback={<Skeleton className="m-2 w-32" />}>
                <AsyncEntries entries={menu.entries} />
              </Suspense>
            ) : (
              <Entries entries={menu.entries} />
            )}
          </DropdownMenu.Content>
        </section>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** The menu's position is that of its anchor when it opened, so scrolling and resizing close it. */
function closeWhenAnchorMoves(section: HTMLElement | null) {
  if (!section) return undefined;
  const close = (event: Event) => {
    if (!(event.target instanceof Node && section.contains(event.target))) closeMenu();
  };
  const listening = new AbortController();
  const { signal } = listening;
  window.addEventListener('scroll', close, { capture: true, passive: true, signal });
  window.addEventListener('resize', close, { signal });
  return () => listening.abort();
}

function AsyncEntries({ entries }: { entries: Promise<readonly MenuEntry[]> }) {
  return <Entries entries={use(entries)} />;
}

function Entries({ entries }: { entries: readonly MenuEntry[] }) {
  // oxlint-disable-next-line react/no-array-index-key -- the lines of an open menu do not change
  return entries.map((entry, index) => <Entry key={index} entry={entry} />);
}

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry === 'separator') return <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />;
  if ('heading' in entry) {
    return (
      <DropdownMenu.Label className="px-2 pt-1.5 pb-1 text-xs font-medium text-ink-soft">
        {entry.heading}
      </DropdownMenu.Label>
    );
  }
  const shared = {
    disabled: Boolean(entry.disabledReason),
    onSelect: entry.onSelect,
    className: classNames('menu-entry', entry.tone === 'danger' && 'text-danger-ink'),
  };
  if (entry.checked === undefined) {
    return (
      <DropdownMenu.Item {...shared}>
        <EntryContent action={entry} />
      </DropdownMenu.Item>
    );
  }
  return (
    <DropdownMenu.CheckboxItem {...shared} checked={entry.checked}>
      <EntryContent action={entry} />
    </DropdownMenu.CheckboxItem>
  );
}

function EntryContent({ action }: { action: MenuAction }) {
  const hint = action.disabledReason || action.hint;
  return (
    <>
      {action.icon}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{action.label}</span>
        {hint && <span className="block text-xs text-ink-soft text-pretty">{hint}</span>}
      </span>
      {action.keys && <Keys keys={action.keys} className="pointer-coarse:hidden" />}
      {action.checked && <Check aria-hidden="true" />}
    </>
  );
}
