import type { OrganizationSeed } from '../model/seed-data.ts';
import { companyChanges } from './changes-company.ts';
import { heronChanges } from './changes-heron.ts';
import { instrumentChanges } from './changes-instruments.ts';
import { tidelineChanges } from './changes-tideline.ts';
import { changeComments } from './comments-changes.ts';
import { companyComments } from './comments-company.ts';
import { heronComments } from './comments-heron.ts';
import { instrumentComments } from './comments-instruments.ts';
import { tidelineComments } from './comments-tideline.ts';
import { skerryContent } from './content.ts';
import { skerryFields, skerryFieldValues } from './fields.ts';
import { skerryMembers } from './members.ts';
import { skerryReviewRequests, skerryReviews } from './reviews.ts';
import { skerrySamlProviders } from './saml.ts';
import { skerryApiSpecs, skerryAudit, skerryLinkInvites, skerryTranslations } from './settings.ts';
import { skerrySites } from './sites.ts';
import { skerryGrants, skerryTeams } from './teams.ts';

/** The first organization of the demonstration: a maker of networked gauges for rivers, harbours and coasts. */
export const skerry: OrganizationSeed = {
  key: 'skerry',
  title: 'Skerry Instruments',
  hostname: 'skerry',
  type: 'business',
  useCase: 'productDocs',
  plan: 'enterprise_2024',
  emailDomains: ['skerry.example', 'tideline.example'],
  defaultRole: 'read',
  defaultSite: 'help',
  customHostname: 'help.skerry.example',
  ai: true,
  interval: 'yearly',
  made: 1460,
  members: skerryMembers,
  teams: skerryTeams,
  content: skerryContent,
  histories: { ...heronChanges, ...instrumentChanges, ...tidelineChanges, ...companyChanges },
  comments: [
    ...heronComments,
    ...instrumentComments,
    ...tidelineComments,
    ...companyComments,
    ...changeComments,
  ],
  reviews: skerryReviews,
  reviewRequests: skerryReviewRequests,
  grants: skerryGrants,
  sites: skerrySites,
  customFields: skerryFields,
  fieldValues: skerryFieldValues,
  translations: skerryTranslations,
  apiSpecs: skerryApiSpecs,
  samlProviders: skerrySamlProviders,
  linkInvites: skerryLinkInvites,
  audit: skerryAudit,
};
