import { createContext } from 'react';

/** Why nothing in the forms around a field can be changed, as a sentence; undefined where it can. */
export const ReadOnlyForm = createContext<string | undefined>(undefined);
