import { toast } from '#src/components/toasts/toasts.ts';
import { samePosition, type ShownText } from '#src/domain/document/link-paths.ts';
import { noUploadsReason } from '#src/domain/uploads/capabilities.ts';
import { describeUpload } from '#src/domain/uploads/upload-labels.ts';
import { type Upload, UploadQueue } from '#src/domain/uploads/upload-queue.ts';
import { findProblem, isPicture, maxFilesAtOnce } from '#src/domain/uploads/upload-rules.ts';
import type { TextChange } from '#src/lib/compare/line-hunks.ts';
import { createStore } from '#src/lib/store.ts';
import { announce } from '#src/ui/browser/live-region.tsx';
import type { TextField } from '../field/text-field.ts';
import type { LinkSource } from '../links/link-source.ts';
import type { EditSession } from '../session/edit-session.ts';
import { keepOpen } from '../session/open-sessions.ts';
import type { UnsavedFiles } from '../session/unsaved-files.ts';
import {
  describePicture,
  fileAddress,
  linkToFile,
  pictureAt,
  type Place,
  placeFile,
  placesAfter,
} from '../text/text-files.ts';

/** The state of a picture's description. */
export interface Description {
  text: string;
  /** Asked for no longer. */
  isDone: boolean;
}

/** The change that puts a file's address somewhere else than on a line of its own; undefined where that place is gone. */
type PutAddress = (text: string, at: number, address: string) => TextChange | undefined;

interface PageUploadsOptions {
  spaceId: string;
  session: EditSession;
  unsavedFiles: UnsavedFiles;
  /** Whether the server takes uploads. */
  isSupported: () => Promise<boolean>;
}

const undescribed: Description = { text: '', isDone: false };

/**
 * Files on their way into the text of a page. Until its bytes are on the server a file has a place in the field that is no
 * part of the text; then its address is written there, and the save that follows makes it a file of the change request.
 */
export class PageUploads {
  readonly queue: UploadQueue;
  readonly descriptions = createStore<ReadonlyMap<number, Description>>(new Map());
  readonly #options: PageUploadsOptions;
  readonly #puts = new Map<number, PutAddress>();
  #field: TextField | null = null;
  #links: LinkSource | null = null;
  /** While no field shows them. */
  #places: readonly Place[] = [];
  #release: (() => void) | null = null;

  constructor(options: PageUploadsOptions) {
    this.#options = options;
    this.queue = new UploadQueue({ spaceId: options.spaceId, onSent: (upload) => this.#insert(upload) });
    this.queue.uploads.subscribe(() => this.#follow());
  }

  /** Shows the places in a field, until the result is called. */
  attach(field: TextField, links: LinkSource, texts: ShownText): () => void {
    this.#field = field;
    this.#links = links;
    const moved = (from: string, to: string, places: readonly Place[]) =>
      places.map((place) => ({ ...place, at: samePosition(from, to, place.at) }));
    if (this.#places.length > 0)
      field.showPlaces(moved(this.#options.session.text, texts.shown, this.#places));
    return () => {
      this.#places = moved(field.text(), this.#options.session.text, field.places());
      this.#field = null;
      this.#links = null;
      for (const [key, { text, isDone }] of this.descriptions.get())
        if (!isDone && text.trim() !== '') this.describe(key, text);
    };
  }

  /** Takes files at a position of the text, unless they are refused, which is said. */
  async add(files: readonly File[], at: number, description?: string, put?: PutAddress): Promise<void> {
    const refused = files.flatMap((file) => findProblem(file) ?? []);
    const acceptedFiles = files.filter((file) => findProblem(file) === undefined);
    const keys = this.queue.add(acceptedFiles);
    if (keys.length < acceptedFiles.length)
      refused.push(`At most ${maxFilesAtOnce} files can be uploaded at the same time.`);
    if (refused.length > 0) toast(refused.join(' '), { tone: 'error', durationMs: Infinity });
    if (keys.length === 0) return;
    if (put) for (const key of keys) this.#puts.set(key, put);
    const isDone = description !== undefined;
    this.descriptions.set(
      (known) =>
        new Map([...known, ...keys.map((key) => [key, { text: description ?? '', isDone }] as const)]),
    );
    this.#show([...this.#shown(), ...keys.map((key) => ({ key, at, label: this.#labelOf(key) }))]);
    announce(
      acceptedFiles.length === 1
        ? `Uploading ${acceptedFiles[0]?.name}`
        : `Uploading ${acceptedFiles.length} files`,
    );
    if (await this.#options.isSupported()) return;
    for (const key of keys) this.cancel(key);
    toast(noUploadsReason, { tone: 'error', durationMs: Infinity });
  }

  cancel(key: number): void {
    this.#show(this.#shown().filter((place) => place.key !== key));
    this.#forget(key);
  }

  /** The typed description of a picture; not written into the text yet if it is there. */
  note(key: number, text: string): void {
    this.descriptions.set((known) => new Map([...known, [key, { text, isDone: false }]]));
  }

  /** Ends the question how a picture is described; an empty text is decoration. */
  describe(key: number, text: string): void {
    this.descriptions.set((known) => new Map([...known, [key, { text, isDone: true }]]));
    const upload = this.queue.uploads.get().find((each) => each.key === key);
    if (upload?.status !== 'sent' || upload.fileId === undefined) return;
    const change = describePicture(this.#text, this.#addressOf(upload.fileId), text);
    if (change) this.#edit(change, placesAfter(this.#shown(), change));
    this.#forget(key);
    this.#field?.focus();
  }

  #forget(key: number): void {
    this.queue.remove(key);
    this.#puts.delete(key);
    this.descriptions.set((known) => new Map([...known].filter(([each]) => each !== key)));
  }

  /** The text that places and changes are counted in: as the field shows it, or as it is stored. */
  get #text(): string {
    return this.#field?.text() ?? this.#options.session.text;
  }

  #addressOf(fileId: string): string {
    const address = fileAddress(fileId);
    return this.#links?.addressOf(address) ?? address;
  }

  #shown(): readonly Place[] {
    return this.#field?.places() ?? this.#places;
  }

  #show(places: readonly Place[]): void {
    this.#places = places;
    this.#field?.showPlaces(places);
  }

  #edit(change: TextChange, places: readonly Place[]): void {
    this.#places = places;
    if (this.#field) this.#field.edit(change, places);
    else this.#options.session.edit(change);
  }

  #labelOf(key: number): string {
    const upload = this.queue.uploads.get().find((each) => each.key === key);
    return upload ? describeUpload(upload) : '';
  }

  /** The places say how far their files are, and the tab stays open for them. */
  #follow(): void {
    const uploads = this.queue.uploads.get();
    const places = this.#shown();
    const next = places.map((place) => ({ ...place, label: this.#labelOf(place.key) }));
    if (next.some(({ label }, index) => label !== places[index]?.label)) this.#show(next);
    const isBusy = uploads.some(({ status }) => status !== 'sent');
    if (isBusy) this.#release ??= keepOpen(this.#options.session);
    else {
      this.#release?.();
      this.#release = null;
    }
  }

  async #insert({ key, file, fileId }: Upload & { fileId: string }): Promise<void> {
    const { session, unsavedFiles } = this.#options;
    // A file that only has the name of a picture is linked.
    const isShown = isPicture(file) && (await isReadable(file));
    const { text, isDone } = this.descriptions.get().get(key) ?? undescribed;
    const places = this.#shown();
    const place = places.find((each) => each.key === key);
    // Canceled in the meantime.
    if (!place) return;
    // Before the text, so that no save has the address without the file.
    unsavedFiles.add(fileId);
    if (this.#links) {
      // Until it is saved, the picture is shown from here.
      const url = isShown ? { downloadURL: URL.createObjectURL(file) } : {};
      this.#links.addFile({ id: fileId, name: file.name, contentType: file.type, ...url });
    }
    const address = this.#addressOf(fileId);
    const markdown = isShown ? pictureAt(address, text) : linkToFile(address, file.name);
    const before = this.#text;
    const at = Math.min(place.at, before.length);
    const change = (isShown && this.#puts.get(key)?.(before, at, address)) || placeFile(before, at, markdown);
    this.#edit(change, placesAfter(places, change, key));
    announce(`Inserted ${file.name}`);
    if (isDone || !isShown) this.#forget(key);
    void session.save();
  }
}

/** Whether the browser can show the bytes of a picture. */
async function isReadable(file: File): Promise<boolean> {
  // Only other pictures are decoded outside a document.
  if (file.type === 'image/svg+xml') return true;
  try {
    (await createImageBitmap(file)).close();
    return true;
  } catch {
    return false;
  }
}

const uploadsBySession = new WeakMap<EditSession, PageUploads>();

/** The uploads of a session: they go on after its screen is left. */
export function uploadsOf(options: PageUploadsOptions): PageUploads {
  const uploads = uploadsBySession.get(options.session) ?? new PageUploads(options);
  uploadsBySession.set(options.session, uploads);
  return uploads;
}
