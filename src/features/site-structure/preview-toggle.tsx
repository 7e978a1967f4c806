import { PanelRight } from 'lucide-react';
import { useState } from 'react';
import { useSupports } from '#src/api/extensions.ts';
import { readStored, writeStored } from '#src/lib/storage.ts';
import { IconButton } from '#src/ui/button.tsx';

const STORED = 'structure-preview';

/**
 * Whether the site preview is shown beside the tree; this browser remembers it.
 *
 * @param isAsked whether the URL asks for it at first
 */
export function usePreviewToggle(isAsked: boolean): { isOn: boolean; toggle: () => void } {
  const [isOn, setOn] = useState(() => isAsked || readStored('local', STORED) === 'on');
  const toggle = () => {
    writeStored('local', STORED, isOn ? null : 'on');
    setOn(!isOn);
  };
  return { isOn, toggle };
}

/** Shows or hides the site preview. */
export function PreviewToggle({ isOn, toggle }: ReturnType<typeof usePreviewToggle>) {
  const isSupported = useSupports('getSitePreview');
  return (
    <IconButton
      label="Preview"
      tone={isOn ? 'neutral' : 'quiet'}
      aria-pressed={isOn}
      disabledReason={isSupported === false && 'This server has no previews of sites.'}
      onClick={toggle}
    >
      <PanelRight />
    </IconButton>
  );
}
