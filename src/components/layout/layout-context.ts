import { createContext } from 'react';

/** The enclosing layout: none, the `Shell`, or a `Page` with bar, heading and main region. */
export const LayoutContext = createContext<'nothing' | 'shell' | 'page'>('nothing');
