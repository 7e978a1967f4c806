/** Counts what a person does at a page: presses of a pointer, keys, and characters typed into fields. */
import type { Page } from '@playwright/test';

interface Steps {
  clicks: number;
  keys: number;
  characters: number;
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
          key.length === 1 && !ctrlKey && !metaKey && !altKey && target instanceof HTMLInputElement;
        if (isTyped) steps.characters += 1;
        else if (!isModifier(key)) steps.keys += 1;
      },
      true,
    );
    return steps;
  });
  return () => counter.jsonValue();
}

/** `9c 1k 12t`: clicks, keys, typed characters. */
export const formatSteps = ({ clicks, keys, characters }: Steps): string =>
  [`${clicks}c`, keys > 0 && `${keys}k`, characters > 0 && `${characters}t`].filter(Boolean).join(' ');
