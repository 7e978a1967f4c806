import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#src/lib/class-names.ts';

export type ButtonTone = 'primary' | 'neutral' | 'quiet' | 'danger' | 'quiet-danger';
export type ButtonSize = 'small' | 'medium' | 'large';

const tones: Record<ButtonTone, string> = {
  primary: 'button-primary',
  neutral: 'button-neutral',
  quiet: 'button-quiet',
  danger: 'button-danger',
  'quiet-danger': 'button-quiet button-quiet-danger',
};

const sizes: Record<ButtonSize, string> = {
  small: 'h-7 px-2 text-xs',
  medium: 'h-8 px-3',
  large: 'h-10 px-4 text-base',
};

/** The classes of a button, for links that look like one. */
export function buttonStyle(
  tone: ButtonTone = 'neutral',
  size: ButtonSize = 'medium',
  className?: string,
): string {
  return classNames('button', tones[tone], sizes[size], className);
}

export interface ButtonProps extends ComponentProps<'button'> {
  tone?: ButtonTone;
  size?: ButtonSize;
  icon?: ReactNode;
  /** Shows that work is in progress: keeps width and focus, ignores presses. */
  pending?: boolean;
  /**
   * Why the button is disabled, as a sentence. The button stays focusable and shows the reason on hover and focus,
   * which a `disabled` button can't.
   */
  disabledReason?: string | null | undefined | false;
}

/** A push button. It never submits a form unless `type="submit"` is given. */
export function Button({
  tone = 'neutral',
  size = 'medium',
  icon,
  pending = false,
  disabledReason,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const inert = pending || Boolean(disabledReason);
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- one of the three; the component's own type says so
      type={type}
      className={buttonStyle(tone, size, className)}
      aria-disabled={inert || undefined}
      aria-busy={pending || undefined}
      data-tip={disabledReason || undefined}
      onClick={inert ? (event) => event.preventDefault() : onClick}
    >
      {icon}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children'> {
  /** The accessible name and tooltip. */
  label: string;
  children: ReactNode;
}

/** A square button that shows only an icon. */
export function IconButton({ label, size = 'medium', tone = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <Button
      aria-label={label}
      data-tip={label}
      {...rest}
      tone={tone}
      size={size}
      className={classNames('button-square', className)}
    />
  );
}
