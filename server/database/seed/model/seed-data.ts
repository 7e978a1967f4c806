import type { Role } from '#api/generated/types.gen.ts';

/**
 * The vocabulary in which the demonstration is written: plain data that names people, spaces and pages by short
 * keys. The builders beside this file turn it into rows. Times are days before the moment of seeding.
 *
 * Addresses in texts are written by key and resolved by `link-resolver.ts`: `page:install/mount` (this space, by path),
 * `space:heron-guide` and `space:heron-guide/install/mount`, `file:levels.png`, `org:sites` (a screen of the console). A
 * leading `!` (`page:!gone`) makes a link to something that does not exist, on purpose.
 */

/** A role as the contract writes it; null is guest (of a member) or no access (of content). */
export type SeedRole = Role | null;

/** A page and the pages below it. */
export interface PageText {
  title: string;
  /** Made from the title when absent; needed where the title has no Latin letters. */
  slug?: string;
  emoji?: string;
  description?: string;
  /** Markdown; a page without text is a group. */
  text?: string;
  hidden?: boolean;
  /** The page is computed from the API specification of this slug. */
  spec?: string;
  pages?: PageText[];
}

/** One change to a page tree; pages are named by their path at that moment. */
export type PageEdit =
  | { edit: string; find: string; replace: string }
  | { append: string; text: string }
  | { rename: string; title: string }
  | { add: PageText; into?: string; at?: number }
  | { move: string; into: string | null; at?: number }
  | { remove: string };

/** Something that happened to the content of a space. `name` names a change request within its space. */
export type HistoryStep =
  | { step: 'edited'; ago: number; by: string; message: string; edits: PageEdit[] }
  | {
      step: 'proposed';
      ago: number;
      by: string;
      name: string;
      subject: string;
      edits: PageEdit[];
      status?: 'draft' | 'open' | 'archived';
      /** Names of files of the space that come with this change request. */
      files?: string[];
    }
  | { step: 'revised'; ago: number; by: string; name: string; edits: PageEdit[] }
  | { step: 'updated'; ago: number; by: string; name: string }
  | { step: 'merged'; ago: number; by: string; name: string };

/** A picture of a space, drawn by `pictures.ts`; the labels of a diagram are its boxes. */
export interface PictureSeed {
  name: string;
  kind: 'cover' | 'chart' | 'diagram';
  labels?: string[];
}

/** A space in the content tree. */
export interface SpaceSeed {
  kind: 'space';
  key: string;
  title: string;
  emoji: string;
  pages: PageText[];
  /** Beside `cover.png`, which every space has. */
  pictures?: PictureSeed[];
  /** Days since it was made. */
  made: number;
  by: string;
  visibility?: string;
  locked?: boolean;
  level?: SeedRole | 'inherit';
  /** Days since it was soft-deleted. */
  deleted?: number;
  gitSync?: { repoName: string; url: string; installationProvider: string };
  visitorAuth?: { backend: string };
}

/** A collection in the content tree with what it holds, in order. */
export interface CollectionSeed {
  kind: 'collection';
  key: string;
  title: string;
  description?: string;
  made: number;
  level?: SeedRole | 'inherit';
  items: ContentSeed[];
}

export type ContentSeed = CollectionSeed | SpaceSeed;

/** A person; the key is the part of the address before the @ unless it says otherwise. */
export interface PersonSeed {
  key: string;
  name: string;
  email: string;
}

/** A person's membership of an organization. */
export interface MemberSeed {
  person: string;
  role: SeedRole;
  joined: number;
  /** Days since last seen; null = never. */
  seen: number | null;
  sso?: boolean;
  disabled?: boolean;
}

/** A team with its owners and other members by person key. */
export interface TeamSeed {
  key: string;
  title: string;
  made: number;
  owners: string[];
  members: string[];
}

/** A grant of a level on a space or collection to a person or a team. */
export interface GrantSeed {
  on: string;
  person?: string;
  team?: string;
  level: SeedRole;
}

/** A reply to a comment. */
export interface ReplySeed {
  by: string;
  ago: number;
  text: string;
  edited?: number;
  reactions?: Record<string, string[]>;
}

/** A comment; `change` names a change request of the space, `block` begins a paragraph of the page. */
export interface CommentSeed {
  space: string;
  change?: string;
  page?: string;
  block?: string;
  by: string;
  ago: number;
  text: string;
  edited?: number;
  resolved?: { by: string; ago: number };
  reactions?: Record<string, string[]>;
  replies?: ReplySeed[];
}

/** A review of a change request of a space. */
export interface ReviewSeed {
  space: string;
  change: string;
  by: string;
  ago: number;
  status: 'approved' | 'changes-requested';
  comment?: string;
}

/** People who were asked to review a change request. */
export interface ReviewRequestSeed {
  space: string;
  change: string;
  by: string;
  ago: number;
  people: string[];
}

/** A section of a site with its site spaces: the first is the default unless another says so. */
export interface SectionSeed {
  kind: 'section';
  title: string;
  path?: string;
  icon?: string;
  description?: string;
  condition?: string;
  default?: boolean;
  spaces: SiteSpaceSeed[];
}

/** A space in a site. */
export interface SiteSpaceSeed {
  space: string;
  path?: string;
  condition?: string;
  default?: boolean;
}

/** A group of sections of a site. */
export interface SectionGroupSeed {
  kind: 'group';
  title: string;
  icon?: string;
  sections: SectionSeed[];
}

/** A site: `spaces` when it is flat, else `structure`. */
export interface SiteSeed {
  key: string;
  title: string;
  type: string;
  visibility: string;
  published: boolean;
  made: number;
  basename: string;
  hostname?: string;
  proxy?: string;
  customization?: unknown;
  adaptiveSchema?: unknown;
  ads?: unknown;
  features?: unknown[];
  spaces?: SiteSpaceSeed[];
  structure?: (SectionSeed | SectionGroupSeed)[];
}

/** A custom field of an organization. */
export interface CustomFieldSeed {
  name: string;
  title: string;
  description?: string;
  placeholder?: string;
  type: string;
  options?: string[];
  made: number;
}

/** An API specification; `filesystem` maps file names to parsed documents, versions are given oldest first. */
export interface ApiSpecSeed {
  slug: string;
  made: number;
  sourceUrl?: string;
  sourceText?: string;
  state: 'pending' | 'progress' | 'complete';
  error?: 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'PARSE_ERROR';
  /** Days since it was last processed. */
  processed?: number;
  versions: { ago: number; filesystem: Record<string, unknown> }[];
}

/** A SAML provider. */
export interface SamlProviderSeed {
  label: string;
  entityId: string;
  ssoUrl: string;
  certificate: string;
  team?: string;
  role: SeedRole;
  status: 'pending' | 'active';
  made: number;
}

/** An invite link for the organization, or for one space or collection. */
export interface LinkInviteSeed {
  role: SeedRole;
  space?: string;
  collection?: string;
  by: string;
  made: number;
}

/** A line of the audit log; `target` is what the id of the target is made from, its kind first. */
export interface AuditSeed {
  ago: number;
  by: string;
  action: string;
  targetKind: string;
  target: [kind: string, ...names: string[]];
  summary: string;
  before?: unknown;
  after?: unknown;
}

/** An organization with everything it owns. */
export interface OrganizationSeed {
  key: string;
  title: string;
  hostname: string;
  type: string;
  useCase: string;
  communityType?: string;
  plan: string;
  emailDomains: string[];
  defaultRole: SeedRole;
  /** The key of the site that stands for the organization's content. */
  defaultSite?: string;
  customHostname?: string;
  ai?: boolean;
  interval: 'monthly' | 'yearly';
  made: number;
  members: MemberSeed[];
  teams: TeamSeed[];
  content: ContentSeed[];
  histories: Record<string, HistoryStep[]>;
  comments: CommentSeed[];
  reviews?: ReviewSeed[];
  reviewRequests?: ReviewRequestSeed[];
  grants: GrantSeed[];
  sites: SiteSeed[];
  customFields: CustomFieldSeed[];
  /** Values by space key, then field name. */
  fieldValues: Record<string, Record<string, string | number | boolean | string[]>>;
  translations: { title: string; languages: string[]; made: number }[];
  apiSpecs: ApiSpecSeed[];
  samlProviders: SamlProviderSeed[];
  linkInvites: LinkInviteSeed[];
  audit: AuditSeed[];
}
