import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonProps, IconButton } from '#src/ui/button.tsx';
import { announce } from '#src/ui/live-region.ts';
import { copyText } from './copy-text.ts';

interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'icon'> {
  text: string;
  /** What is copied: "link", "user ID". */
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
