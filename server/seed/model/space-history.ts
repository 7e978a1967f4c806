import { toDocument } from '#server/content/documents/document-nodes.ts';
import { flattenPages } from '#server/content/pages/page-tree.ts';
import { describeNames } from '#server/content/pages/revision-messages.ts';
import type { StoredFileRef, StoredPage, StoredReusableContent } from '#server/content/pages/storage.ts';
import type { Row } from '#server/database/tables/schema.ts';
import type { Calendar } from './calendar.ts';
import type { HistoryStep, PageEdit, PageText, SpaceSeed } from './content-schemas.ts';
import { reusableIdOf } from './link-resolver.ts';
import { addDocument, applyEdits, type PageBuilder, buildPages } from './page-tree.ts';
import { seedId, seedRandom } from './seed-ids.ts';

/** A revision with typed pages and files. */
export type BuiltRevision = Row<'revisions'> & { pages: StoredPage[]; files: StoredFileRef[] };

/** The input of a space history. */
export interface HistoryInput {
  organizationId: string;
  space: SpaceSeed;
  pages: readonly PageText[];
  steps: readonly HistoryStep[];
  /** Days since the first comment: commented pages must have been written before it. */
  firstCommentAgo: number;
  /** All files of the space; files of change requests are added with them. */
  files: StoredFileRef[];
  writer: Omit<PageBuilder, 'datesOf'>;
  calendar: Calendar;
}

type Step<Kind extends HistoryStep['step']> = Extract<HistoryStep, { step: Kind }>;

/** A change request during the simulation: its latest revision, and its edits for replaying them. */
interface OpenRequest {
  row: Row<'change_requests'>;
  tip: BuiltRevision;
  edits: { edits: readonly PageEdit[]; at: Date }[];
  files: StoredFileRef[];
}

interface RevisionFields {
  type: string;
  parents: string[];
  pages: StoredPage[];
  files: StoredFileRef[];
  by: string;
  ago: number;
  request?: OpenRequest;
  message?: string | undefined;
}

/** The simulated history of one space: every revision and change request, oldest first. */
export class SpaceHistory {
  readonly revisions: BuiltRevision[] = [];
  readonly requests = new Map<string, OpenRequest>();
  head: BuiltRevision;
  readonly #input: HistoryInput;
  readonly #writer: PageBuilder;
  /** The same in all revisions. */
  readonly #reusableContents: readonly StoredReusableContent[];

  /** Applies the steps in chronological order, after the initial pages. */
  constructor(input: HistoryInput) {
    const { space, steps, calendar } = input;
    this.#input = input;
    this.#reusableContents = (space.reusableContents ?? []).map(({ title, text }) => ({
      id: reusableIdOf(space.key, title),
      title,
      documentId: addDocument(input.writer, text, calendar.ago(space.createdAgo)),
    }));
    const busySince = Math.max(8, input.firstCommentAgo, ...steps.map((step) => step.ago));
    const contentAgo = Math.min(space.createdAgo - 0.2, busySince + 2);
    const random = seedRandom(space.key);
    this.#writer = {
      ...input.writer,
      datesOf: () => {
        const editedAgo = contentAgo + (space.createdAgo - contentAgo) * (0.3 + 0.7 * random());
        return {
          createdAt: calendar.ago(editedAgo),
          updatedAt: calendar.ago(contentAgo + (editedAgo - contentAgo) * random()),
        };
      },
    };
    const proposedFiles = new Set(
      steps.flatMap((step) => (step.step === 'proposed' ? (step.files ?? []) : [])),
    );
    const files = input.files.filter((file) => !proposedFiles.has(file.name));
    const pages = buildPages(this.#writer, input.pages);
    const first = { type: 'edits', parents: [], pages: [], files: [], by: space.by, ago: space.createdAgo };
    const empty = this.#addRevision({ ...first, message: 'Created the space' });
    const message = describeNames(
      'Added',
      flattenPages(pages).map(({ title }) => title),
    );
    this.head = this.#addRevision({ ...first, parents: [empty.id], pages, files, ago: contentAgo, message });
    for (const step of steps.toSorted((a, b) => b.ago - a.ago)) this.#apply(step);
  }

  /** The latest revision at a time, of the space or of one of its change requests. */
  revisionAt(ago: number, request?: string): BuiltRevision {
    const requestId = request === undefined ? null : this.#findRequest(request).row.id;
    const moment = this.#input.calendar.ago(ago);
    const candidates = this.revisions.filter((revision) => revision.change_request_id === requestId);
    return candidates.findLast((revision) => revision.created_at <= moment) ?? candidates[0] ?? this.head;
  }

  #apply(step: HistoryStep): void {
    if (step.step === 'edited') this.#edit(step);
    else if (step.step === 'proposed') this.#propose(step);
    else if (step.step === 'revised') this.#revise(step);
    else if (step.step === 'updated') this.#update(step);
    else this.#merge(step);
  }

  #addRevision(fields: RevisionFields): BuiltRevision {
    const { key } = this.#input.space;
    const revision: BuiltRevision = {
      id: seedId('revision', key, String(this.revisions.length)),
      space_id: seedId('space', key),
      change_request_id: fields.request?.row.id ?? null,
      type: fields.type,
      parents: fields.parents,
      pages: fields.pages,
      files: fields.files,
      reusable_contents: this.#reusableContents,
      git: null,
      book: null,
      message: fields.message ?? null,
      created_by: seedId('person', fields.by),
      first_saved_at: null,
      superseded_at: null,
      created_at: this.#input.calendar.ago(fields.ago),
    };
    this.revisions.push(revision);
    return revision;
  }

  #findRequest(name: string): OpenRequest {
    const request = this.requests.get(name);
    if (!request) throw new Error(`The space ${this.#input.space.key} has no change request ${name}`);
    return request;
  }

  #edit({ edits, by, ago, message }: Step<'edited'>): void {
    const pages = applyEdits(this.#writer, this.head.pages, edits, this.#input.calendar.ago(ago));
    const parents = [this.head.id];
    this.head = this.#addRevision({
      type: 'edits',
      parents,
      pages,
      files: this.head.files,
      by,
      ago,
      message,
    });
  }

  #propose(step: Step<'proposed'>): void {
    const { name, by, ago, subject, description, issue, status, edits, files } = step;
    const { organizationId, space, calendar } = this.#input;
    const at = calendar.ago(ago);
    const request: OpenRequest = {
      tip: this.head,
      edits: [],
      files: this.#input.files.filter((file) => files?.includes(file.name)),
      row: {
        id: seedId('change-request', space.key, name),
        organization_id: organizationId,
        space_id: seedId('space', space.key),
        number: this.requests.size + 1,
        status: status ?? 'open',
        subject,
        description: description === undefined ? null : toDocument(description),
        description_markdown: description ?? null,
        issue_url: issue ?? null,
        size: null,
        created_by: seedId('person', by),
        revision_id: this.head.id,
        revision_initial: this.head.id,
        revision_merged_ancestor: null,
        revision_merged: null,
        contributors: [seedId('person', by)],
        comments_open: 0,
        created_at: at,
        updated_at: at,
      },
    };
    this.requests.set(name, request);
    if (edits.length > 0) this.#revise({ step: 'revised', name, by, ago: ago - 0.02, edits });
  }

  #revise({ name, by, ago, edits }: Step<'revised'>): void {
    const request = this.#findRequest(name);
    const at = this.#input.calendar.ago(ago);
    const pages = applyEdits(this.#writer, request.tip.pages, edits, at);
    const files = [...new Set([...request.tip.files, ...request.files])];
    request.edits.push({ edits, at });
    this.#advance(request, { type: 'edits', parents: [request.tip.id], pages, files, by, ago });
    const person = seedId('person', by);
    if (!request.row.contributors.includes(person)) request.row.contributors.push(person);
  }

  #update({ name, by, ago }: Step<'updated'>): void {
    const request = this.#findRequest(name);
    const parents = [request.tip.id, this.head.id];
    this.#advance(request, { type: 'update', parents, ...this.#merged(request), by, ago });
    request.row.revision_merged_ancestor = this.head.id;
  }

  #merge({ name, by, ago }: Step<'merged'>): void {
    const request = this.#findRequest(name);
    const parents = [this.head.id, request.tip.id];
    const message = request.row.subject;
    this.head = this.#addRevision({ type: 'merge', parents, ...this.#merged(request), by, ago, message });
    request.row.status = 'merged';
    request.row.revision_merged = this.head.id;
    request.row.updated_at = this.#input.calendar.ago(ago);
  }

  /** The current content of the space with the edits of a change request replayed on top. */
  #merged(request: OpenRequest): { pages: StoredPage[]; files: StoredFileRef[] } {
    const replay = (pages: StoredPage[], { edits, at }: OpenRequest['edits'][number]) =>
      applyEdits(this.#writer, pages, edits, at);
    return {
      pages: request.edits.reduce(replay, this.head.pages),
      files: [...new Set([...this.head.files, ...request.files])],
    };
  }

  #advance(request: OpenRequest, fields: RevisionFields): void {
    request.tip = this.#addRevision({ ...fields, request });
    request.row.revision_id = request.tip.id;
    request.row.updated_at = this.#input.calendar.ago(fields.ago);
  }
}
