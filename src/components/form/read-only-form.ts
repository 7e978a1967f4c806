import { createContext } from 'react';

/** Why the surrounding form is read-only; undefined if it isn't. */
export const ReadOnlyForm = createContext<string | undefined>(undefined);
