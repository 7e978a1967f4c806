import { PanelRight } from 'lucide-react';
import { useState } from 'react';
import { useNoPreviewsReason } from '#src/domain/published/view-as-site.tsx';
import { readStored, writeStored } from '#src/lib/storage.ts';
import { Button } from '#src/ui/button.tsx';

const STORED = 'structure-preview';

/**
 * Whether the site preview is shown: beside the tree, which this browser remembers, or in a dialog over it.
 *
 * @param isAsked whether the URL asks for it at first
 * @param isWide whether it fits beside the tree
 */
export function usePreviewToggle(isAsked: boolean, isWide: boolean): { isOn: boolean; toggle: () => void } {
  const [isBeside, setBeside] = useState(() => isAsked || readStored('local', STORED) === 'on');
  const [isOver, setOver] = useState(isAsked);
  const toggle = () => {
    if (!isWide) return setOver(!isOver);
    writeStored('local', STORED, isBeside ? null : 'on');
    setBeside(!isBeside);
  };
  return { isOn: isWide ? isBeside : isOver, toggle };
}

interface PreviewToggleProps extends ReturnType<typeof usePreviewToggle> {
  /** It opens a dialog, where there is no room beside the tree. */
  isDialog: boolean;
}

/** Shows or hides the site preview. */
export function PreviewToggle({ isOn, toggle, isDialog }: PreviewToggleProps) {
  const disabledReason = useNoPreviewsReason();
  return (
    <Button
      tone={isOn && !isDialog ? 'neutral' : 'quiet'}
      icon={<PanelRight />}
      {...(isDialog ? { 'aria-haspopup': 'dialog' } : { 'aria-pressed': isOn })}
      disabledReason={disabledReason}
      onClick={toggle}
    >
      <span className="max-sm:sr-only">Preview</span>
    </Button>
  );
}
