import { useState } from 'react';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { PickList } from '#src/ui/form/pick-list.tsx';
import type { LinkSource } from '../links/link-source.ts';
import { type LinkTarget, webTarget } from '../links/link-targets.ts';

interface LinkDialogProps {
  links: LinkSource;
  onClose: () => void;
  onPick: (target: LinkTarget) => void;
}

/** Chooses what a link leads to: the same targets that are completed while typing. */
export function LinkDialog({ links, ...dialog }: LinkDialogProps) {
  return (
    <TargetDialog
      {...dialog}
      title="Insert link"
      description="Search pages, headings and files, or enter a web address. “Page#” lists the headings of a page."
      label="Search targets"
      links={links}
      find={(query) => withWebAddress(links.find(query), query)}
    />
  );
}

/** What was found, or the address that was typed. */
function withWebAddress(found: ReturnType<LinkSource['find']>, query: string) {
  const web = webTarget(query);
  return web ? { ...found, targets: [...found.targets, web] } : found;
}

/** Chooses a reusable content that the text shows. */
export function ReusableDialog({ links, ...dialog }: LinkDialogProps) {
  return (
    <TargetDialog
      {...dialog}
      title="Insert reusable content"
      description="The page shows its current text. An edit of it changes all pages that show it."
      label="Search reusable content"
      links={links}
      find={links.findReusable}
    />
  );
}

interface TargetDialogProps extends LinkDialogProps {
  title: string;
  description: string;
  label: string;
  find: LinkSource['find'];
}

function TargetDialog({ title, description, label, links, find, onClose, onPick }: TargetDialogProps) {
  const [query, setQuery] = useState('');
  useStore(links.version);
  const { targets, more } = find(query);
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <PickList
        label={label}
        query={query}
        onQuery={setQuery}
        pending={more !== undefined && targets.length === 0}
        empty="Nothing found."
        options={targets.map((target) => ({
          id: target.address,
          content: (
            <>
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {target.label}
              </span>
              <span className="truncate text-ink-soft">{target.detail}</span>
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
