import { useState } from 'react';
import { Dialog } from '#src/ui/dialog.tsx';
import { PickList } from '#src/ui/form/pick-list.tsx';
import { findSlashBlocks, type SlashBlock } from '../text/slash-blocks.ts';

interface BlockDialogProps {
  /** Whether the server has reusable contents. */
  hasReusable: boolean;
  onClose: () => void;
  onPick: (block: SlashBlock) => void;
}

/** Chooses a block: the same ones that `/` offers in the field with colors. */
export function BlockDialog({ hasReusable, onClose, onPick }: BlockDialogProps) {
  const [query, setQuery] = useState('');
  const matches = findSlashBlocks(query, hasReusable);
  return (
    <Dialog title="Insert block" onClose={onClose}>
      <PickList
        label="Search blocks"
        query={query}
        onQuery={setQuery}
        pending={false}
        empty="Nothing found."
        options={matches.map(({ label }) => ({ id: label, content: label }))}
        onPick={(label) => {
          const block = matches.find((candidate) => candidate.label === label);
          if (block) onPick(block);
        }}
      />
    </Dialog>
  );
}
