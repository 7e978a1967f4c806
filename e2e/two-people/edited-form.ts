/** How a form that changes an existing record is opened, filled and saved while someone else changes the same field. */
import type { Locator, Page } from '@playwright/test';
import { press, pressByKey } from '../faults/fault-actions.ts';
import type { Organization, Person } from '../support/organizations.ts';
import { treeRow } from '../support/site-structures.ts';

/** The edited field on the server. */
export interface EditedRecord {
  /** The screen's path below the organization. */
  screen: string;
  /** Changes the field as the other person. */
  write: (text: string) => Promise<unknown>;
  read: () => Promise<string | null | undefined>;
}

export interface EditedForm {
  /** The file below `src/features`. */
  form: string;
  /** “a team’s name”. */
  name: string;
  arrange: (organization: Organization, other: Person) => Promise<EditedRecord>;
  /** Opens the form. */
  open?: (page: Page) => Promise<unknown>;
  field: (page: Page) => Locator;
  /** Saves from the field. */
  submit: (page: Page) => Promise<unknown>;
  /** The choices of both people, if the field takes no text. */
  texts?: { mine: string; theirs: string };
  /** How the choices are written, if not as the texts alone. */
  describe?: (text: string) => string;
}

type FormParts = Pick<EditedForm, 'field' | 'submit'>;

/** A field of a dialog. */
export const inDialog = (label: string | RegExp, button: string | RegExp): FormParts => ({
  field: (page) => page.getByRole('dialog').getByLabel(label, { exact: true }),
  submit: (page) => pressByKey(page.getByRole('dialog').getByRole('button', { name: button, exact: true })),
});

/** A field of a form of the page, with its button for saving. */
export const inForm = (form: string | RegExp, label: string | RegExp): FormParts => {
  const formOf = (page: Page) => page.getByRole('form', { name: form });
  return {
    field: (page) => formOf(page).getByLabel(label, { exact: true }),
    submit: (page) => pressByKey(formOf(page).getByRole('button', { name: 'Save changes' })),
  };
};

/** A field that a row of a tree becomes. */
export const inRow = (title: string, role: 'tree' | 'treegrid'): FormParts & Pick<EditedForm, 'open'> => ({
  async open(page) {
    // A click opens spaces; their tree has its row from the URL.
    await (role === 'tree' ? treeRow(page, title).click() : treeRow(page, title).waitFor());
    await page.getByRole(role).focus();
    await page.keyboard.press('F2');
  },
  field: (page) => page.getByLabel(`New title of ${title}`),
  submit: (page) => page.keyboard.press('Enter'),
});

/** The field of a comment that is edited. */
export const inComment = (noun: 'comment' | 'reply'): FormParts & Required<Pick<EditedForm, 'open'>> => ({
  async open(page) {
    await press(`More actions for the ${noun} by Ada Admin`)(page);
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).press('Enter');
  },
  field: (page) => page.getByRole('textbox', { name: `Edit ${noun}` }),
  submit: (page) => page.keyboard.press('ControlOrMeta+Enter'),
});
