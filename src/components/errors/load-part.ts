import { type ComponentType, lazy } from 'react';
import { whenServerAnswers } from '#src/components/offline/connection.ts';

/**
 * Loads a part of the console. One that didn't arrive is requested again as soon as the server answers: a server that
 * restarts cuts off what is fetched ahead, and the screen, with what is typed on it, must not be replaced by an error.
 */
export async function loadPart<Part>(load: () => Part | Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch {
    await whenServerAnswers();
    return load();
  }
}

/** React's `lazy`, with {@link loadPart}. */
export const lazyPart: typeof lazy = (load) => lazy(() => loadPart(load));

const nothing = () => null;

/** A part without which the screen works: one that is missing for good is left out, or shows something instead. */
export const optionalPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Instead: ComponentType<Props> = nothing,
) => lazy<ComponentType<Props>>(() => loadPart(load).catch(() => ({ default: Instead })));
