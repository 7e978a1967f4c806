import { useState } from 'react';

/** Runs one of several actions of a form at a time. `pending` names the one that runs; `error` is of the last one. */
export function useAttempt<Name extends string>() {
  const [pending, setPending] = useState<Name | null>(null);
  const [error, setError] = useState<unknown>(null);
  const attempt = async (name: Name, action: () => Promise<void>) => {
    if (pending !== null) return;
    setPending(name);
    setError(null);
    try {
      await action();
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(null);
    }
  };
  return { pending, error, attempt };
}
