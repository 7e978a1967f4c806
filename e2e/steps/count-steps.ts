/** Counts what a person does in a browser: presses of a pointer, keys, and characters typed into fields. */
import type { BrowserContext, Page } from '@playwright/test';

export interface Steps {
  clicks: number;
  keys: number;
  characters: number;
}

/** Something that a person does, in a world that is made for it. */
export interface Task<World> {
  name: string;
  /** What it took before it was made shorter; null where there was no way, or nobody counted. */
  before: Partial<Steps> | null;
  /** Goes where the task begins, uncounted; default: where the task before has ended. */
  start?: (page: Page, world: World) => Promise<void>;
  run: (page: Page, world: World) => Promise<void>;
}

/** Counts from now on in all tabs, also after a page is loaded again; returns what was counted since the last call. */
export async function countSteps(context: BrowserContext): Promise<() => Promise<Steps>> {
  let steps: Steps = { clicks: 0, keys: 0, characters: 0 };
  await context.exposeFunction('countStep', (kind: keyof Steps) => (steps[kind] += 1));
  await context.addInitScript(() => {
    const count = (kind: keyof Steps): void =>
      void Reflect.apply(Reflect.get(window, 'countStep'), window, [kind]);
    const isModifier = (key: string) => ['Control', 'Meta', 'Shift', 'Alt'].includes(key);
    const isField = (target: EventTarget | null) =>
      target instanceof HTMLInputElement ||
      target instanceof HTMLTextAreaElement ||
      (target instanceof HTMLElement && target.isContentEditable);
    addEventListener('pointerdown', () => count('clicks'), true);
    addEventListener(
      'keydown',
      (event) => {
        const { key, ctrlKey, metaKey, altKey } = event;
        // Also in a shadow tree, which the text field of a page has.
        const [target = null] = event.composedPath();
        if (key.length === 1 && !ctrlKey && !metaKey && !altKey && isField(target)) count('characters');
        else if (!isModifier(key)) count('keys');
      },
      true,
    );
  });
  return async () => {
    // What a page reports arrives in order: after this answer, all of it has.
    for (const page of context.pages()) await page.evaluate(() => document.readyState);
    const counted = steps;
    steps = { clicks: 0, keys: 0, characters: 0 };
    return counted;
  };
}

export const sumOf = ({ clicks = 0, keys = 0, characters = 0 }: Partial<Steps>): number =>
  clicks + keys + characters;

/** `9c 1k 12t`: clicks, keys, typed characters. */
export const formatSteps = ({ clicks = 0, keys = 0, characters = 0 }: Partial<Steps>): string =>
  [clicks > 0 && `${clicks}c`, keys > 0 && `${keys}k`, characters > 0 && `${characters}t`]
    .filter(Boolean)
    .join(' ') || '0';
