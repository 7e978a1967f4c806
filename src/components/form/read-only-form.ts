import { createContext } from 'react';

/** Whether the form around a field says that nothing in it can be changed. */
export const ReadOnlyForm = createContext(false);
