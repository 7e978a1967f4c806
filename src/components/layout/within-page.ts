import { createContext } from 'react';

/** Whether something stands inside a `Page`, which has a heading and a main region already. */
export const WithinPage = createContext(false);
