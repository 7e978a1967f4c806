import * as Radix from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { nestQuotes } from '#src/lib/text/nest-quotes.ts';
import { useFocusReturn } from './browser/use-focus-return.ts';
import { IconButton } from './button.tsx';

export interface DialogProps {
  /** Names in it stand in double quotes; quotes within them become single. */
  title: ReactNode;
  /** One sentence under the title; read out when the dialog opens. */
  description?: ReactNode;
  /** Called on Escape, the close button and a click outside. The caller unmounts the dialog, or keeps it open. */
  onClose: () => void;
  children?: ReactNode;
  /** The buttons at the bottom, the primary one last. */
  footer?: ReactNode;
  size?: 'small' | 'medium' | 'large';
  /** `panel`: at the right edge, for details next to a list. */
  shape?: 'centered' | 'panel';
  /** CSS selector of the element to focus; defaults to the first field, or the dialog. */
  initialFocus?: string;
}

const firstField = 'input:not([type="hidden"]), textarea, select';

/** Toasts and menus above dialogs carry this attribute; clicking them doesn't close the dialog. */
const isAboveDialogs = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-above-dialogs]') !== null;

/**
 * A modal dialog: rendering it opens it. The focus stays inside and returns to where it was. On a phone it is a sheet
 * at the lower edge.
 */
export function Dialog({
  title,
  description,
  onClose,
  children,
  footer,
  size = 'medium',
  shape = 'centered',
  initialFocus = firstField,
}: DialogProps) {
  const returnFocus = useFocusReturn();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fade fixed inset-0 z-40 bg-overlay" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={classNames(
            'dialog',
            shape === 'panel' ? 'dialog-panel appear-side' : `dialog-${size} appear`,
          )}
          onPointerDownOutside={(event) => isAboveDialogs(event.target) && event.preventDefault()}
          onInteractOutside={(event) => isAboveDialogs(event.target) && event.preventDefault()}
          onCloseAutoFocus={returnFocus}
          onOpenAutoFocus={(event) => {
            const dialog = event.currentTarget;
            if (!(dialog instanceof HTMLElement)) return;
            // The close button comes first in the dialog, but should not get the focus first.
            event.preventDefault();
            (dialog.querySelector<HTMLElement>(initialFocus) ?? dialog).focus();
          }}
        >
          <header className="flex items-start gap-3 px-5 pt-4 pb-3">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-base font-semibold text-balance wrap-anywhere">
                {typeof title === 'string' ? nestQuotes(title) : title}
              </Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-ink-soft text-pretty">
                  {description}
                </Radix.Description>
              )}
            </div>
            <IconButton label="Close" size="small" className="order-last -mt-1 -mr-2" onClick={onClose}>
              <X />
            </IconButton>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1">
            {/* Padding on the scrolling element would show content below a bar that sticks to its bottom. */}
            <div className="pb-5">{children}</div>
          </div>
          {footer && <footer className="dialog-footer">{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
