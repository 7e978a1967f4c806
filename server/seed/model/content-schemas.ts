import { z } from 'zod';
import type { GitSyncProvider, Role, SpaceVisibility, VisitorAuthBackend } from '#api/generated/types.gen.ts';

/**
 * The types of the demonstration data: plain data that refers to people, spaces and pages by short keys. The builders
 * beside this file convert it into rows. Times are days before the moment of seeding. Links in texts are written by key
 * and resolved by `link-resolver.ts`: `page:install/mount` (this space, by path), `space:heron-guide` and
 * `space:heron-guide/install/mount`, `file:levels.png`, `org:sites` (a console screen). A leading `!` (`page:!gone`)
 * makes an intentionally broken link.
 */

/** A role as in the contract; null is guest (of a member) or no access (to content). */
export const role = z
  .enum(['admin', 'create', 'review', 'edit', 'comment', 'read'] satisfies Role[])
  .nullable();

const level = z.union([role, z.literal('inherit')]).optional();
export const texts = z.array(z.string());
/** People by the emoji of their reaction. */
const reactions = z.record(z.string(), texts).optional();

/** The front matter of a page. Without a `slug` the path comes from the title, which then needs Latin letters. */
const pageFields = {
  title: z.string(),
  slug: z.string().optional(),
  emoji: z.string().optional(),
  description: z.string().optional(),
  hidden: z.boolean().optional(),
  /** The slug of the API specification of a computed page. */
  spec: z.string().optional(),
};
/** `parent` is the path of the parent page. */
export const frontMatterSchema = z.strictObject({ ...pageFields, parent: z.string().optional() });

/** A page with its subpages. */
export interface PageText extends z.infer<z.ZodObject<typeof pageFields>> {
  text?: string;
  pages?: PageText[];
}
const page: z.ZodType<PageText> = z.strictObject({
  ...pageFields,
  text: z.string().optional(),
  get pages() {
    return z.array(page).optional();
  },
});

/** An edit of a page tree; pages are named by their path at that moment. */
const pageEdit = z.union([
  z.strictObject({ edit: z.string(), find: z.string(), replace: z.string() }),
  z.strictObject({ append: z.string(), text: z.string() }),
  z.strictObject({ rename: z.string(), title: z.string() }),
  z.strictObject({ add: page, into: z.string().optional(), at: z.number().optional() }),
  z.strictObject({ move: z.string(), into: z.string().nullable(), at: z.number().optional() }),
  z.strictObject({ remove: z.string() }),
]);
export type PageEdit = z.infer<typeof pageEdit>;

const edits = z.array(pageEdit);
export const done = { ago: z.number(), by: z.string() };

/** An event in the history of a space. `name` names a change request within its space. */
export const historyStep = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('edited'), ...done, message: z.string(), edits }),
  z.strictObject({
    step: z.literal('proposed'),
    ...done,
    name: z.string(),
    subject: z.string(),
    /** Markdown. */
    description: z.string().optional(),
    issue: z.url().optional(),
    edits,
    status: z.enum(['draft', 'open', 'archived']).optional(),
    /** Names of files that this change request adds. */
    files: texts.optional(),
  }),
  z.strictObject({ step: z.literal('revised'), ...done, name: z.string(), edits }),
  z.strictObject({ step: z.literal('updated'), ...done, name: z.string() }),
  z.strictObject({ step: z.literal('merged'), ...done, name: z.string() }),
]);
export type HistoryStep = z.infer<typeof historyStep>;

/** An image of a space, drawn by `images.ts`; the labels of a diagram are its boxes. */
const image = z.strictObject({
  name: z.string(),
  kind: z.enum(['cover', 'chart', 'diagram']),
  labels: texts.optional(),
});
export type ImageSeed = z.infer<typeof image>;

/** A text that pages of the space include, by `reusable:` and its title. */
const reusableContent = z.strictObject({ title: z.string(), text: z.string() });

const space = z.strictObject({
  kind: z.literal('space'),
  key: z.string(),
  title: z.string(),
  emoji: z.string(),
  /** Beside `cover.png`, which every space has. */
  images: z.array(image).optional(),
  reusableContents: z.array(reusableContent).optional(),
  createdAgo: z.number(),
  by: z.string(),
  visibility: z
    .enum([
      'public',
      'unlisted',
      'share-link',
      'visitor-auth',
      'in-collection',
      'private',
    ] satisfies SpaceVisibility[])
    .optional(),
  locked: z.boolean().optional(),
  level,
  /** Days since it was created. */
  deleted: z.number().optional(),
  gitSync: z
    .strictObject({
      repoName: z.string(),
      url: z.string(),
      installationProvider: z.enum(['github', 'gitlab', 'github-legacy'] satisfies GitSyncProvider[]),
    })
    .optional(),
  visitorAuth: z
    .strictObject({ backend: z.enum(['custom', 'oidc'] satisfies VisitorAuthBackend[]) })
    .optional(),
});
export type SpaceSeed = z.infer<typeof space>;

const collection = z.strictObject({
  kind: z.literal('collection'),
  key: z.string(),
  title: z.string(),
  description: z.string().optional(),
  createdAgo: z.number(),
  level,
  get items(): z.ZodType<ContentSeed[]> {
    return z.array(content);
  },
});
export interface CollectionSeed extends Omit<z.infer<typeof collection>, 'items'> {
  items: ContentSeed[];
}

export type ContentSeed = CollectionSeed | SpaceSeed;
export const content: z.ZodType<ContentSeed> = z.discriminatedUnion('kind', [space, collection]);

const commentFields = { ...done, text: z.string(), edited: z.number().optional(), reactions };
const reply = z.strictObject(commentFields);
export type ReplySeed = z.infer<typeof reply>;

/**
 * A comment; `change` names a change request of the space, `block` is the start of a paragraph. A suggestion replaces one
 * line of the page.
 */
export const comment = z.strictObject({
  space: z.string(),
  change: z.string().optional(),
  page: z.string().optional(),
  block: z.string().optional(),
  suggestion: z.strictObject({ line: z.string(), text: z.string() }).optional(),
  ...commentFields,
  resolved: z.strictObject(done).optional(),
  replies: z.array(reply).optional(),
});
export type CommentSeed = z.infer<typeof comment>;

export const review = z.strictObject({
  space: z.string(),
  change: z.string(),
  ...done,
  status: z.enum(['approved', 'changes-requested']),
  comment: z.string().optional(),
});
export type ReviewSeed = z.infer<typeof review>;

/** A review request for several people. */
export const reviewRequest = z.strictObject({
  space: z.string(),
  change: z.string(),
  ...done,
  people: texts,
});
export type ReviewRequestSeed = z.infer<typeof reviewRequest>;
