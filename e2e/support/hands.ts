/** The ways in which a journey is made: by keyboard alone, or by touch. */
import type { Locator, Page } from '@playwright/test';
import { checkRadio, press, selectMenuItem, typeInto } from './keyboard.ts';

export interface Hand {
  press: (control: Locator) => Promise<void>;
  /** Presses a button that opens a menu, then an entry. */
  choose: (button: Locator, entry: Locator) => Promise<void>;
  /** Checks one of the radios of a dialog. */
  check: (group: Locator, choice: Locator) => Promise<void>;
  /** Replaces the text of a field. */
  write: (field: Locator, text: string) => Promise<void>;
}

export const byKeyboard = (page: Page): Hand => ({
  press: (control) => press(page, control),
  choose: async (button, entry) => {
    await press(page, button);
    await selectMenuItem(page, entry);
  },
  check: (group, choice) => checkRadio(page, group, choice),
  write: (field, text) => typeInto(page, field, text),
});

export const byTouch: Hand = {
  press: (control) => control.tap(),
  choose: async (button, entry) => {
    await button.tap();
    await entry.tap();
  },
  check: (_group, choice) => choice.tap(),
  write: async (field, text) => {
    await field.tap();
    await field.fill(text);
  },
};

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
