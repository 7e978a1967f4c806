import { Copy, ExternalLink } from 'lucide-react';
import { copyText } from '#src/components/clipboard/copy-button.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import type { MenuEntry } from '#src/ui/menu.ts';

async function copyCommit(oid: string): Promise<void> {
  if (await copyText(oid)) toast('Copied the commit');
}

/** What can be done with a commit. */
export function commitEntries(oid: string, url: string | undefined): MenuEntry[] {
  const copy: MenuEntry = { label: 'Copy commit', icon: <Copy />, onSelect: () => void copyCommit(oid) };
  if (url === undefined) return [copy];
  const openCommit = () => void window.open(url, '_blank', 'noreferrer');
  return [{ label: 'Open commit', icon: <ExternalLink />, onSelect: openCommit }, copy];
}
