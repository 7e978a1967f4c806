import { Download } from 'lucide-react';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import type { MenuAction } from '#src/ui/menu.ts';

/**
 * Starts an export.
 *
 * @param load loads the list's code and starts fetching
 */
export function startExport(load: () => Promise<void>): void {
  load().catch((error: unknown) => toastFailure(error));
}

/** The "Export CSV…" menu entry of a list. */
export function exportEntry(load: () => Promise<void>, hint = 'All matching items'): MenuAction {
  return {
    label: 'Export CSV…',
    icon: <Download />,
    hint,
    onSelect: () => startExport(load),
  };
}
