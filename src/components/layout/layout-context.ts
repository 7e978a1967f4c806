import { createContext } from 'react';

/**
 * What a part of the console stands in: nothing at all, the `Shell` beside the navigation, or a `Page`, which has a bar, a
 * heading and a main region already.
 */
export const LayoutContext = createContext<'nothing' | 'shell' | 'page'>('nothing');
