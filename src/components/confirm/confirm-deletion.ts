import { toast } from '#src/components/toasts/toasts.ts';
import { confirm, type Confirmation } from './confirm.ts';

interface DeletionOptions extends Pick<
  Confirmation,
  'body' | 'confirmLabel' | 'impact' | 'typeToConfirm' | 'action'
> {
  /** The noun in a sentence: `team`. */
  kind: string;
  name: string;
}

/** Confirms a permanent deletion and shows a toast afterwards. */
export async function confirmDeletion({ kind, name, ...options }: DeletionOptions): Promise<boolean> {
  const title = `Delete ${kind} “${name}”?`;
  const isDeleted = await confirm({ title, body: 'You can’t undo this.', tone: 'danger', ...options });
  if (isDeleted) toast(`Deleted ${kind} “${name}”`);
  return isDeleted;
}
