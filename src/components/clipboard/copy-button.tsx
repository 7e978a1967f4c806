import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { toast } from '#src/components/toasts/toasts.ts';
import { announce } from '#src/ui/browser/live-region.tsx';
import { Button, type ButtonProps, IconButton } from '#src/ui/button.tsx';

/** Longer texts are not shown for manual copying. */
const maxShownLength = 400;

/**
 * Copies a text to the clipboard. Browsers deny this without permission or HTTPS; a toast then shows the text if it is
 * short enough to select.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const short = [...text].length <= maxShownLength;
    toast(
      short ? 'Couldn’t copy. Copy it manually:' : 'Couldn’t copy. Select the text and copy it manually.',
      { id: 'copy', tone: 'error', durationMs: Infinity, ...(short ? { detail: text } : {}) },
    );
    return false;
  }
}

interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'icon'> {
  text: string;
  /** The noun for the copied text: "link", "user ID". */
  what: string;
  /** Shows the label beside the icon. */
  showLabel?: boolean;
}

/** Copies a text to the clipboard and announces it. */
export function CopyButton({ text, what, showLabel = false, ...rest }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(text))) return;
    setCopied(true);
    announce(`Copied ${what}`);
    setTimeout(() => setCopied(false), 1500);
  };
  const icon = copied ? <Check className="text-success-ink" /> : <Copy />;
  if (showLabel) {
    return (
      <Button {...rest} icon={icon} onClick={copy}>
        {copied ? 'Copied' : `Copy ${what}`}
      </Button>
    );
  }
  return (
    <IconButton {...rest} label={`Copy ${what}`} onClick={copy}>
      {icon}
    </IconButton>
  );
}
