import { toast } from '#src/components/toasts/toasts.ts';
import { confirm, type Confirmation } from './confirm.ts';

interface Deletion extends Pick<
  Confirmation,
  'body' | 'confirmLabel' | 'impact' | 'typeToConfirm' | 'action'
> {
  /** What it is, within a sentence: `team`. */
  kind: string;
  name: string;
}

/**
 * Asks before something is deleted that cannot be had back, and says so once it was done.
 *
 * @returns whether it was deleted
 */
export async function confirmDeletion({ kind, name, ...question }: Deletion): Promise<boolean> {
  const title = `Delete ${kind} “${name}”?`;
  const done = await confirm({ title, body: 'You can’t undo this.', tone: 'danger', ...question });
  if (done) toast(`Deleted ${kind} “${name}”`);
  return done;
}
