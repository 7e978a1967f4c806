import { z } from 'zod';
import type { SiteType, SiteVisibility } from '#api/generated/types.gen.ts';
import {
  comment,
  content,
  done,
  historyStep,
  type PageText,
  review,
  reviewRequest,
  role,
  texts,
} from './content-schemas.ts';

/* The parts of a demonstration organization beside its content; uses the types of `content-schemas.ts`. */

const anything = z.unknown().optional();

const person = z.strictObject({ key: z.string(), name: z.string(), email: z.string() });
export type PersonSeed = z.infer<typeof person>;
export const peopleSchema = z.array(person);

const member = z.strictObject({
  person: z.string(),
  role,
  joined: z.number(),
  /** Null = never. */
  seen: z.number().nullable(),
  sso: z.boolean().optional(),
  disabled: z.boolean().optional(),
});

const team = z.strictObject({
  key: z.string(),
  title: z.string(),
  createdAgo: z.number(),
  owners: texts,
  members: texts,
});

const grant = z.strictObject({
  on: z.string(),
  person: z.string().optional(),
  team: z.string().optional(),
  level: role,
});

const siteSpace = z.strictObject({
  space: z.string(),
  path: z.string().optional(),
  condition: z.string().optional(),
  default: z.boolean().optional(),
});
export type SiteSpaceSeed = z.infer<typeof siteSpace>;

/** A site section with its site spaces: the first is the default unless another is marked. */
const section = z.strictObject({
  kind: z.literal('section'),
  title: z.string(),
  path: z.string().optional(),
  icon: z.string().optional(),
  description: z.string().optional(),
  condition: z.string().optional(),
  default: z.boolean().optional(),
  spaces: z.array(siteSpace),
});
export type SectionSeed = z.infer<typeof section>;

const sectionGroup = z.strictObject({
  kind: z.literal('group'),
  title: z.string(),
  icon: z.string().optional(),
  sections: z.array(section),
});

const siteLinks = z.array(z.strictObject({ title: z.string(), url: z.string() }));
const themedColor = z.strictObject({ light: z.string(), dark: z.string() });

/** The look of a site; pictures are written as SVG. */
const customization = z.strictObject({
  title: z.string().optional(),
  styling: z
    .strictObject({
      theme: z.string().optional(),
      primaryColor: themedColor.optional(),
      tint: z.strictObject({ color: themedColor }).optional(),
      corners: z.string().optional(),
      font: z.string().optional(),
      sidebar: z.strictObject({ background: z.string().optional(), list: z.string().optional() }).optional(),
    })
    .optional(),
  internationalization: z.strictObject({ locale: z.string() }).optional(),
  logo: z.strictObject({ light: z.string(), dark: z.string() }).optional(),
  favicon: z.string().optional(),
  headerLinks: siteLinks.optional(),
  footerLinks: siteLinks.optional(),
});
export type CustomizationSeed = z.infer<typeof customization>;

const siteType = z.enum([
  'basic',
  'premium',
  'ultimate',
  'sponsored',
  'legacy-basic',
  'legacy-premium',
] satisfies SiteType[]);

/** A site: `spaces` for a flat one, else `structure`. */
const site = z.strictObject({
  key: z.string(),
  title: z.string(),
  type: siteType,
  visibility: z.enum(['public', 'unlisted', 'share-link', 'visitor-auth'] satisfies SiteVisibility[]),
  published: z.boolean(),
  createdAgo: z.number(),
  basename: z.string(),
  hostname: z.string().optional(),
  proxy: z.string().optional(),
  customization: customization.optional(),
  adaptiveSchema: anything,
  visitorSignInUrl: z.string().optional(),
  ads: anything,
  features: z.array(z.strictObject({ id: z.string(), plan: siteType, frozen: z.boolean() })).optional(),
  spaces: z.array(siteSpace).optional(),
  structure: z.array(z.discriminatedUnion('kind', [section, sectionGroup])).optional(),
  /** What is gathered in the draft of its structure: sections with another title. */
  draft: z.array(z.strictObject({ ...done, section: z.string(), title: z.string() })).optional(),
});
export type SiteSeed = z.infer<typeof site>;

const customField = z.strictObject({
  name: z.string(),
  title: z.string(),
  description: z.string().optional(),
  placeholder: z.string().optional(),
  type: z.string(),
  options: texts.optional(),
  createdAgo: z.number(),
});
const fieldValue = z.union([z.string(), z.number(), z.boolean(), texts]);

const samlProvider = z.strictObject({
  label: z.string(),
  entityId: z.string(),
  ssoUrl: z.string(),
  certificate: z.string(),
  team: z.string().optional(),
  role,
  status: z.enum(['pending', 'active']),
  createdAgo: z.number(),
});

/** A link invite for the organization, or for one space or collection. */
const linkInvite = z.strictObject({
  role,
  space: z.string().optional(),
  collection: z.string().optional(),
  by: z.string(),
  createdAgo: z.number(),
});

/** An audit entry; the target id is derived from `target`, its kind first. */
const auditLine = z.strictObject({
  ...done,
  action: z.string(),
  targetKind: z.string(),
  target: z.tuple([z.string()], z.string()),
  summary: z.string(),
  before: anything,
  after: anything,
});

/** A finished import into a space, with its report. */
const contentImport = z.strictObject({
  ...done,
  space: z.string(),
  origin: z.string(),
  kind: z.string(),
  files: z.number(),
  bytes: z.number(),
  pages: z.number(),
  /** Found, and not brought in. */
  missing: z.number(),
  report: z.array(
    z.strictObject({
      path: z.string(),
      line: z.number().optional(),
      kind: z.enum(['converted', 'changed', 'left-out', 'warning']),
      message: z.string(),
    }),
  ),
});

/** A webhook that is off, with deliveries from before. */
const webhook = z.strictObject({
  title: z.string(),
  format: z.enum(['standard', 'slack', 'mattermost', 'teams']),
  url: z.string(),
  events: texts,
  spaces: texts.optional(),
  createdAgo: z.number(),
  changedAgo: z.number(),
  deliveries: z
    .array(
      z.strictObject({
        type: z.string(),
        site: z.string(),
        ago: z.number(),
        attempts: z.number(),
        status: z.number(),
        answer: z.string(),
        milliseconds: z.number(),
      }),
    )
    .default([]),
});

export const organizationSchema = z.strictObject({
  key: z.string(),
  title: z.string(),
  hostname: z.string(),
  type: z.string(),
  useCase: z.string(),
  communityType: z.string().optional(),
  plan: z.string(),
  emailDomains: texts,
  defaultRole: role,
  /** The key of the organization's default site. */
  defaultSite: z.string().optional(),
  customHostname: z.string().optional(),
  ai: z.boolean().optional(),
  interval: z.enum(['monthly', 'yearly']),
  createdAgo: z.number(),
  members: z.array(member),
  teams: z.array(team),
  content: z.array(content),
  histories: z.record(z.string(), z.array(historyStep)),
  comments: z.array(comment),
  reviews: z.array(review).default([]),
  reviewRequests: z.array(reviewRequest).default([]),
  grants: z.array(grant),
  sites: z.array(site),
  customFields: z.array(customField),
  /** Values by space key, then field name. */
  fieldValues: z.record(z.string(), z.record(z.string(), fieldValue)),
  translations: z.array(z.strictObject({ title: z.string(), languages: texts, createdAgo: z.number() })),
  samlProviders: z.array(samlProvider),
  linkInvites: z.array(linkInvite),
  audit: z.array(auditLine),
  imports: z.array(contentImport).default([]),
  webhooks: z.array(webhook).default([]),
});

/** An API specification; `filesystem` maps file names to parsed documents, oldest version first. */
export interface ApiSpecSeed {
  slug: string;
  createdAgo: number;
  sourceUrl?: string;
  sourceText?: string;
  state: 'pending' | 'progress' | 'complete';
  error?: 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'PARSE_ERROR';
  /** Days since it was created. */
  processed?: number;
  versions: { ago: number; filesystem: Record<string, unknown> }[];
}

/** The content of an organization's files. */
export interface OrganizationFiles extends z.infer<typeof organizationSchema> {
  /** By space key. */
  pages: ReadonlyMap<string, PageText[]>;
}

export interface OrganizationSeed extends OrganizationFiles {
  apiSpecs: ApiSpecSeed[];
}
