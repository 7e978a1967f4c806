/**
 * The features that the script adds to a text: buttons to copy code, and a choice of tabs that holds for the
 * whole site.
 */
import { announce, create, each, read, text, write } from './texts.ts';

const DONE_MS = 2000;

/** Adds a button to each block of code that copies it. */
export function addCopyButtons(): void {
  each('figure.code', (figure) => {
    const code = figure.querySelector('code');
    if (!code) return;
    const button = create('button', { type: 'button', class: 'copy' }, text('copy'));
    button.addEventListener('click', () => void copy(button, code.textContent.replace(/\n$/, '')));
    figure.append(button);
  });
}

async function copy(button: HTMLElement, code: string): Promise<void> {
  let result = text('copied');
  try {
    await navigator.clipboard.writeText(code);
  } catch {
    result = text('copyFailed');
  }
  button.textContent = result;
  button.dataset.done = '';
  announce(result);
  setTimeout(() => {
    button.textContent = text('copy');
    delete button.dataset.done;
  }, DONE_MS);
}

/** What a player may do in its frame; it has an origin of its own. */
const PLAYER_RIGHTS = 'allow-scripts allow-same-origin allow-popups allow-forms allow-presentation';

/** Shows the buttons that play embeds. Nothing is asked of another host before one is pressed. */
export function playEmbeds(): void {
  each<HTMLButtonElement>('[data-player]', (button) => {
    button.hidden = false;
    button.addEventListener('click', () => {
      const frame = create('iframe', {
        title: button.ariaLabel ?? '',
        sandbox: PLAYER_RIGHTS,
        allow: 'fullscreen; encrypted-media; picture-in-picture',
        referrerpolicy: 'strict-origin-when-cross-origin',
        src: button.dataset.player ?? '',
      });
      button.replaceWith(frame);
      frame.focus();
    });
  });
}

const TABS_KEY = 'tabs';
const MAX_TITLES = 20;

/** The titles of chosen tabs, the latest first. */
function chosenTitles(): string[] {
  const storedTitles: unknown = JSON.parse(read(TABS_KEY) ?? '[]');
  return Array.isArray(storedTitles) ? storedTitles.filter((title) => typeof title === 'string') : [];
}

const labelOf = (input: HTMLInputElement): string => input.labels?.[0]?.textContent.trim() ?? '';

/**
 * Chooses in every group the tab whose title was chosen last, on this page or another one; until the tab is closed. Groups
 * with the class `own` keep their choice to themselves.
 */
export function keepTabs(): void {
  const select = (titles: string[], except?: string): void => {
    each('.tabs:not(.own)', (group) => {
      const inputs = [...group.querySelectorAll<HTMLInputElement>(':scope > input')];
      if (inputs[0]?.name === except) return;
      const matchingInput = titles
        .map((title) => inputs.find((input) => labelOf(input) === title))
        .find((input) => input !== undefined);
      if (matchingInput) matchingInput.checked = true;
    });
  };
  select(chosenTitles());
  each<HTMLInputElement>('.tabs:not(.own) > input', (input) => {
    input.addEventListener('change', () => {
      const title = labelOf(input);
      const others = chosenTitles().filter((other) => other !== title);
      write(TABS_KEY, JSON.stringify([title, ...others].slice(0, MAX_TITLES)));
      select([title], input.name);
    });
  });
}
