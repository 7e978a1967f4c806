/** Counts what a person does at a page: presses of a pointer, keys, and characters typed into fields. */
import type { Page } from '@playwright/test';

interface Steps {
  clicks: number;
  keys: number;
  characters: number;
}

/** Something that a person does, in a world that is made for it. */
export interface Task<World> {
  name: string;
  /** What it took before it was made shorter. */
  before: Partial<Steps>;
  run: (page: Page, world: World) => Promise<void>;
}

/** Counts from now on, until the page is loaded again. */
export async function countSteps(page: Page): Promise<() => Promise<Steps>> {
  const counter = await page.evaluateHandle(() => {
    const steps = { clicks: 0, keys: 0, characters: 0 };
    const isModifier = (key: string) => ['Control', 'Meta', 'Shift', 'Alt'].includes(key);
    addEventListener('pointerdown', () => (steps.clicks += 1), true);
    addEventListener(
      'keydown',
      ({ key, ctrlKey, metaKey, altKey, target }) => {
        const isTyped =
          key.length === 1 &&
          !ctrlKey &&
          !metaKey &&
          !altKey &&
          (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement);
        if (isTyped) steps.characters += 1;
        else if (!isModifier(key)) steps.keys += 1;
      },
      true,
    );
    return steps;
  });
  return () => counter.jsonValue();
}

export const sumOf = ({ clicks = 0, keys = 0, characters = 0 }: Partial<Steps>): number =>
  clicks + keys + characters;

/** `9c 1k 12t`: clicks, keys, typed characters. */
export const formatSteps = ({ clicks = 0, keys = 0, characters = 0 }: Partial<Steps>): string =>
  [clicks > 0 && `${clicks}c`, keys > 0 && `${keys}k`, characters > 0 && `${characters}t`]
    .filter(Boolean)
    .join(' ');
