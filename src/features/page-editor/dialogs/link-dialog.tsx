import { useState } from 'react';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { PickList } from '#src/ui/form/pick-list.tsx';
import type { LinkSource } from '../links/link-source.ts';
import type { LinkTarget } from '../links/link-targets.ts';

interface LinkDialogProps {
  links: LinkSource;
  onClose: () => void;
  onPick: (target: LinkTarget) => void;
}

/** Chooses what a link leads to: the same targets that are completed while typing. */
export function LinkDialog({ links, onClose, onPick }: LinkDialogProps) {
  const [query, setQuery] = useState('');
  useStore(links.version);
  const { targets, more } = links.find(query);
  return (
    <Dialog
      title="Insert link"
      description="Search pages, headings and files. “Page#” lists the headings of a page."
      onClose={onClose}
    >
      <PickList
        label="Search targets"
        query={query}
        onQuery={setQuery}
        pending={more !== undefined && targets.length === 0}
        empty="Nothing found."
        options={targets.map(({ label, detail, address }) => ({
          id: address,
          content: (
            <>
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {label}
              </span>
              <span className="truncate text-ink-soft">{detail}</span>
            </>
          ),
        }))}
        onPick={(address) => {
          const target = targets.find((candidate) => candidate.address === address);
          if (target) onPick(target);
        }}
      />
    </Dialog>
  );
}
