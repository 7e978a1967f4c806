import { Download } from 'lucide-react';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import type { MenuAction } from '#src/ui/menu.ts';

/** Starts an export. @param load fetches the code that knows the list, and starts the walk */
export function startExport(load: () => Promise<void>): void {
  load().catch((error: unknown) => toastFailure(error));
}

/**
 * The line of a list's menu that writes the list to a file.
 *
 * @param load fetches the code that knows the list, and starts the walk
 */
export function exportEntry(load: () => Promise<void>, hint = 'All matching items'): MenuAction {
  return {
    label: 'Export CSV…',
    icon: <Download />,
    hint,
    onSelect: () => startExport(load),
  };
}
