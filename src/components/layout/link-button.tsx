import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button, buttonStyle, type ButtonTone } from '#src/ui/button.tsx';

interface LinkButtonProps {
  /** Created with `linkOptions`. */
  link: LinkProps;
  /** Why it is disabled, as a sentence; see `reasonUnless`. */
  disabledReason?: string | undefined;
  tone?: ButtonTone;
  icon?: ReactNode;
  children: ReactNode;
}

/** A link styled as a button; a disabled button with a reason if it can't be followed. */
export function LinkButton({ link, disabledReason, tone = 'neutral', icon, children }: LinkButtonProps) {
  if (disabledReason) {
    return (
      <Button tone={tone} icon={icon} disabledReason={disabledReason}>
        {children}
      </Button>
    );
  }
  return (
    <Link {...link} className={buttonStyle(tone)}>
      {icon}
      {children}
    </Link>
  );
}
