/** Files that tests upload. */
import type { Locator, Page } from '@playwright/test';
import { createFileUpload, editChangeRequestContent } from '#api/generated/sdk.gen.ts';
import type { Person } from './organizations.ts';

/** A red pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export interface TestFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export const testPicture = (name = 'owl.png'): TestFile => ({ name, mimeType: 'image/png', buffer: pixel });

/** Uploads a file; returns the id of the upload, which the file that an edit makes of it has too. */
export async function uploadFile(
  { client }: Person,
  spaceId: string,
  { name, buffer }: Pick<TestFile, 'name' | 'buffer'>,
): Promise<string> {
  const { data } = await createFileUpload({
    client,
    path: { spaceId },
    body: { name, size: buffer.length },
    throwOnError: true,
  });
  const { status } = await fetch(data.url, { method: 'PUT', body: new Uint8Array(buffer) });
  if (status !== 204) throw new Error(`The upload of ${name} answered ${status}.`);
  return data.id;
}

/** Adds files to a change request. */
export async function addFiles(
  person: Person,
  path: { spaceId: string; changeRequestId: string },
  files: readonly TestFile[],
): Promise<void> {
  const uploads = await Promise.all(files.map((file) => uploadFile(person, path.spaceId, file)));
  await editChangeRequestContent({
    client: person.client,
    path,
    body: { changes: uploads.map((upload) => ({ operation: 'insert_file', upload })) },
    throwOnError: true,
  });
}

/** Drops or pastes files, as a file manager or the clipboard does. */
export async function bringFiles(
  target: Locator,
  kind: 'drop' | 'paste',
  files: readonly TestFile[],
): Promise<void> {
  const payload = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    data: buffer.toString('base64'),
  }));
  await target.evaluate(
    (element, { how, contents }) => {
      const transfer = new DataTransfer();
      for (const { name, mimeType, data } of contents) {
        const bytes = Uint8Array.from(atob(data), (character) => character.codePointAt(0) ?? 0);
        transfer.items.add(new File([bytes], name, { type: mimeType }));
      }
      const { left, top, width, height } = element.getBoundingClientRect();
      const place = { clientX: left + width / 2, clientY: top + height - 1 };
      const options = { bubbles: true, cancelable: true, composed: true };
      element.dispatchEvent(
        how === 'drop'
          ? new DragEvent('drop', { ...options, ...place, dataTransfer: transfer })
          : new ClipboardEvent('paste', { ...options, clipboardData: transfer }),
      );
    },
    { how: kind, contents: payload },
  );
}

/** Chooses files in the dialog that pressing a button opens: contents, or paths, which are quicker for large files. */
export async function chooseFiles(
  page: Page,
  button: Locator,
  files: readonly TestFile[] | readonly string[],
): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button.press('Enter');
  await (await chooser).setFiles(files);
}
