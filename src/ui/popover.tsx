import { Popover as Radix } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { useFocusReturn } from './browser/use-focus-return.ts';

interface PopoverProps {
  /** Accessible name. */
  label: string;
  /** The button that opens it, and that handles presses on itself. */
  button: RefObject<HTMLButtonElement | null>;
  /** Called on Escape and a press outside. The caller unmounts it. */
  onClose: () => void;
  className?: string;
  children: ReactNode;
}

/** A small dialog below its button, beside which the page stays usable: rendering it opens it. The focus moves into it and back. */
export function Popover({ label, button, onClose, className, children }: PopoverProps) {
  const returnFocus = useFocusReturn();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Anchor virtualRef={button} />
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className={classNames('popover appear z-50 rounded-lg bg-surface shadow-floating', className)}
          onCloseAutoFocus={returnFocus}
          // Otherwise it would close and open again.
          onInteractOutside={(event) => {
            if (event.target instanceof Node && button.current?.contains(event.target))
              event.preventDefault();
          }}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
