import * as Radix from '@radix-ui/react-dialog';
import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { useFocusReturn } from './browser/use-focus-return.ts';
import { Keys } from './kbd.tsx';

interface CommandDialogProps {
  /** Names the dialog and its field for assistive technology. */
  label: string;
  placeholder: string;
  query: string;
  onQuery: (query: string) => void;
  /** The id of the item that Enter chooses. */
  selected: string;
  /** Called when the arrow keys or the pointer select another item. */
  onSelected: (id: string) => void;
  /**
   * Called on Enter.
   *
   * @returns true if handled, so that nothing is selected
   */
  onEnter: () => boolean;
  onClose: () => void;
  /** Status at the right end of the field, such as "Searching…". */
  status: string | false;
  /** Note below the results: none found, or some missing. */
  note: string | false;
  /** `CommandGroup`s of `CommandItem`s, already narrowed down to what matches. */
  children: ReactNode;
}

/**
 * A search field over a list with arrow-key navigation. Rendering it opens it; Escape or a click outside closes it. The
 * caller filters the items.
 */
export function CommandDialog(props: CommandDialogProps) {
  const { label, placeholder, query, onQuery, selected, onClose, status, note, children } = props;
  const returnFocus = useFocusReturn();
  const selection = useUserSelection(props);
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fade fixed inset-0 z-40 bg-overlay" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focusAtEnd}
          onCloseAutoFocus={returnFocus}
          className="command appear fixed inset-x-3 z-40 mx-auto max-w-xl overflow-hidden rounded-xl bg-surface shadow-floating outline-none"
        >
          <Radix.Title className="sr-only">{label}</Radix.Title>
          <Command
            label={label}
            shouldFilter={false}
            loop
            vimBindings={false}
            value={selected}
            {...selection}
          >
            <div className="flex items-center gap-2.5 border-b border-line px-4">
              <Search aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
              <Command.Input
                value={query}
                onValueChange={onQuery}
                placeholder={placeholder}
                maxLength={200}
                className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-placeholder"
              />
              <span role="status" className="text-xs text-ink-soft">
                {status}
              </span>
              <Keys keys="escape" className="max-sm:hidden pointer-coarse:hidden" />
            </div>
            <Command.List label="Results" className="overflow-y-auto overscroll-contain p-2">
              {children}
            </Command.List>
            <p role="status" className="px-4 text-center text-ink-soft not-empty:pb-4">
              {note}
            </p>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * Reports selections by the user only: cmdk itself keeps the first item selected when better ones arrive
 * above it.
 */
function useUserSelection({ onSelected, onEnter }: CommandDialogProps) {
  const isUserInput = useRef(false);
  const pointer = useRef('');
  return {
    onKeyDownCapture: (event: KeyboardEvent) => {
      isUserInput.current = ['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(event.key);
      if (event.key !== 'Enter' || event.nativeEvent.isComposing || !onEnter()) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onPointerMoveCapture: ({ clientX, clientY }: PointerEvent) => {
      const at = `${clientX}:${clientY}`;
      // Items that move below a resting pointer are not pointed at.
      isUserInput.current = pointer.current !== '' && pointer.current !== at;
      pointer.current = at;
    },
    onValueChange: (id: string) => {
      if (isUserInput.current) onSelected(id);
      isUserInput.current = false;
    },
  };
}

/** Radix would select the field's text, so the next character would replace it. */
function focusAtEnd(event: Event): void {
  const field = event.currentTarget instanceof Element ? event.currentTarget.querySelector('input') : null;
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

export function CommandGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group heading={heading} className="mb-1">
      {children}
    </Command.Group>
  );
}

interface CommandItemProps {
  /** Unique among all that are shown. */
  id: string;
  icon?: ReactNode;
  label: string;
  /** Secondary text at the end. */
  detail?: string | undefined;
  keys?: string | undefined;
  onChoose: () => void;
}

export function CommandItem({ id, icon, label, detail, keys, onChoose }: CommandItemProps) {
  return (
    <Command.Item
      value={id}
      onSelect={onChoose}
      className="flex h-9 cursor-default items-center gap-2.5 rounded-md px-2 data-[selected=true]:bg-hover pointer-coarse:h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-soft"
    >
      {icon}
      <span dir="auto" className="min-w-0 flex-1 truncate text-left">
        {label}
      </span>
      {detail && (
        <span dir="auto" className="max-w-1/2 truncate text-xs text-ink-soft">
          {detail}
        </span>
      )}
      {keys && <Keys keys={keys} className="max-sm:hidden" />}
    </Command.Item>
  );
}
