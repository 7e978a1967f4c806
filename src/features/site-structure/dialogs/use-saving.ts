import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '#src/api/errors.ts';
import { addedBy } from '../changes/add.ts';
import type { Change } from '../changes/change.ts';
import type { Editing } from '../editing.ts';

/** Saves new items, and shows them after the dialog has closed. The dialog shows errors. */
export function useSaving(editing: Editing) {
  const created = useRef<readonly string[]>([]);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const save = async (toChange: () => Promise<Change | null>): Promise<void> => {
    setPending(true);
    setError(null);
    try {
      const change = await toChange();
      if (change) created.current = addedBy((await editing.save(change)).change);
    } catch (failure) {
      if (failure instanceof ApiError) setError(failure);
      throw failure;
    } finally {
      setPending(false);
    }
  };
  const close = () => {
    // The dialog keeps the focus inside while it is open.
    flushSync(() => editing.setDialog(null));
    if (created.current.length > 0) editing.openCreated(created.current);
  };
  return { pending, error, save, close };
}
