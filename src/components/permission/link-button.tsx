import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button, buttonStyle, type ButtonTone } from '#src/ui/button.tsx';

interface LinkButtonProps {
  /** Where it leads, made with `linkOptions`. */
  link: LinkProps;
  /** Why it leads nowhere now, as a sentence; see `unless`. */
  disabledReason?: string | undefined;
  tone?: ButtonTone;
  icon?: ReactNode;
  children: ReactNode;
}

/** A link that looks like a button, and is a button that says why while it leads nowhere. */
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
