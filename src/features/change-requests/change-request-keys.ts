import { type Shortcut, useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import type { ChangeRequestActions, Target } from './change-request-actions.ts';

const noShortcuts: readonly Shortcut[] = [];

/** Shortcuts of a change request: E archives, U updates, M merges, R reviews. */
export function useChangeRequestKeys(
  target: Target | null,
  actions: ChangeRequestActions,
  onReview: () => void,
  onDone: (key: 'e' | 'u' | 'm') => void = () => {},
): void {
  const run = (key: 'e' | 'u' | 'm', act: (on: Target) => Promise<boolean>) => async () => {
    if (target && (await act(target))) onDone(key);
  };
  const review = async () => {
    if (target && (await actions.mayReview(target))) onReview();
  };
  const archive = (on: Target) =>
    actions.setStatus(on, on.changeRequest.status === 'archived' ? 'open' : 'archived');
  const offered: Shortcut[] = [
    {
      keys: 'e',
      label: 'Archive or reopen',
      group: 'Editing',
      run: () => void run('e', archive)(),
    },
    {
      keys: 'u',
      label: 'Update from space',
      group: 'Editing',
      run: () => void run('u', actions.update)(),
    },
    { keys: 'm', label: 'Merge', group: 'Editing', run: () => void run('m', actions.merge)() },
    { keys: 'r', label: 'Review', group: 'Editing', run: () => void review() },
  ];
  useShortcuts(target ? offered : noShortcuts);
}
