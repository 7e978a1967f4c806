import type { MailList } from '#server/network/mailer.ts';

/** A longer name adds nothing; it may be meant to be read as a separate message. */
const MAX_NAME_LENGTH = 80;

/** The content of a mail, before it is text and HTML. */
export interface MailContent {
  subject: string;
  paragraphs: readonly string[];
  /** What happened, one after another. */
  items?: readonly MailItem[];
  /** The one thing to do. */
  action?: { label: string; url: string };
  /** Why the person gets this mail. */
  reason: string;
  /** Where to change that. */
  links?: readonly { label: string; url: string }[];
  thread?: string;
  list?: MailList;
}

interface MailItem {
  text: string;
  /** Words of a person, such as a comment. */
  quote?: string | undefined;
  url?: string;
}

/** The parts that mail programs turn into links: the point before the end of a host name, and a scheme. */
const LINK_PARTS = /(?<=[\p{L}\p{N}])\.(?=\p{L}{2,})|:(?=\/\/)/gu;

/** A person's words (a name, a title) within ours, of which no program makes a link. */
export function quoteName(name: string): string {
  // Control characters, and those that reverse or hide text.
  const line = name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(LINK_PARTS, '$& ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length > MAX_NAME_LENGTH ? `${characters.slice(0, MAX_NAME_LENGTH).join('')}…` : line;
}

interface InvitationDetails {
  inviter: string | null;
  organization: string;
  url: string;
  /** Whether the link leads to making an account. */
  makesAccount: boolean;
}

const NOT_ASKED =
  'You get this mail because someone entered your address on the sign-in page. If it wasn’t you, ignore it.';

const ABOUT_ACCOUNT = 'You get this mail because this was the address of the account.';
const TAKE_BACK = 'If not, sign in by a mailed link, set a new password and end all other sessions.';

interface NewDevice {
  device: string;
  address: string | null;
  /** Two letters. */
  country: string | null;
  at: string;
  url: string;
}

interface ProviderMetadataNews {
  label: string;
  /** The changes of the metadata, or the reason why it could not be used, as a sentence. */
  news: { change: string } | { problem: string };
  url: string;
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });

/** The texts of all mails. Names are quoted by `quoteName`. */
export const mailTexts = {
  test: ({ url }: { url: string }): MailContent => ({
    subject: 'Test mail from Bindery',
    paragraphs: ['Mail works: this message was sent from the settings of an organization.'],
    reason: `An administrator of ${url} sent it to this address.`,
  }),

  invitation: (details: InvitationDetails): MailContent => {
    const organization = quoteName(details.organization);
    const inviter = details.inviter === null ? 'An administrator' : quoteName(details.inviter);
    const added = `${inviter} added you to the organization “${organization}” on Bindery.`;
    return {
      subject: `You’re invited to ${organization}`,
      ...(details.makesAccount
        ? {
            paragraphs: [
              added,
              'Create your account with a passkey or a password. The link works once, within 7 days.',
            ],
            action: { label: 'Create your account', url: details.url },
          }
        : { paragraphs: [added], action: { label: 'Open the organization', url: details.url } }),
      reason: 'You get this mail because your address was invited. If you don’t know why, ignore it.',
    };
  },

  account: ({ url, organization }: { url: string; organization?: string | undefined }): MailContent => ({
    subject: 'Make your Bindery account',
    paragraphs: [
      ...(organization === undefined
        ? []
        : [`People with your email domain can join the organization “${quoteName(organization)}”.`]),
      'Create your account with a passkey or a password. The link works once, within a day.',
    ],
    action: { label: 'Create your account', url },
    reason: NOT_ASKED,
  }),

  join: (details: Omit<InvitationDetails, 'inviter'>): MailContent => {
    const organization = quoteName(details.organization);
    const reason =
      'You get this mail because someone with an invite link entered your address. If it wasn’t you, ignore it.';
    return details.makesAccount
      ? {
          subject: `Join ${organization}`,
          paragraphs: [
            `Create your account with a passkey or a password, and join the organization “${organization}” on Bindery. The link works once, within a day.`,
          ],
          action: { label: 'Create your account', url: details.url },
          reason: reason,
        }
      : {
          subject: `Join ${organization}`,
          paragraphs: [
            `You have an account. Use this link to sign in and join the organization “${organization}” on Bindery. It works once, within 30 minutes.`,
          ],
          action: { label: 'Sign in', url: details.url },
          reason: reason,
        };
  },

  signIn: ({ url }: { url: string }): MailContent => ({
    subject: 'Sign in to Bindery',
    paragraphs: ['Use this link to sign in. It works once, within 30 minutes.'],
    action: { label: 'Sign in', url },
    reason: NOT_ASKED,
  }),

  signOn: ({ provider, url }: { provider: string; url: string }): MailContent => ({
    subject: 'Confirm your single sign-on',
    paragraphs: [
      `Someone with your address signed in through “${quoteName(provider)}” for the first time.`,
      'If it was you, open this link in the same browser, and link it to your account. The link works once, within 30 minutes. If it wasn’t you, ignore this mail: nobody else gets in.',
    ],
    action: { label: 'Sign in', url },
    reason:
      'You get this mail because you have an account with this address and nothing to sign in with yet.',
  }),

  credentials: ({ change, at, url }: { change: string; at: string; url: string }): MailContent => ({
    subject: 'Your sign-in has changed',
    paragraphs: [
      `Someone ${quoteName(change)} of your Bindery account, at ${at}.`,
      `If it was you, there is nothing to do. ${TAKE_BACK}`,
    ],
    action: { label: 'Open your account', url },
    reason: 'You get this mail because how you sign in to your account has changed.',
  }),

  providerMetadata: ({ label, news, url }: ProviderMetadataNews): MailContent => {
    const provider = `the identity provider “${quoteName(label)}”`;
    return {
      subject: 'change' in news ? `Single sign-on: ${news.change}` : 'Single sign-on: metadata has a problem',
      paragraphs:
        'change' in news
          ? [
              `The metadata of ${provider} has a ${news.change}, which was taken over. Certificates that were in use stay valid until they end.`,
              'There is nothing to do, if the change was expected.',
            ]
          : [
              `The metadata of ${provider} could not be used. ${news.problem}`,
              'Its settings stay as they were. Sign-ins go on working as long as the provider uses the same certificate.',
            ],
      action: { label: 'Open the identity provider', url },
      reason: 'You get this mail because you are an administrator of the organization.',
    };
  },

  emailChange: ({ name, url }: { name: string; url: string }): MailContent => ({
    subject: 'Confirm your new email address',
    paragraphs: [
      `${quoteName(name)} wants to use this address for a Bindery account. Open the link in the browser where you are signed in. It works once, within a day.`,
    ],
    action: { label: 'Confirm the address', url },
    reason:
      'You get this mail because someone entered your address in their account. If it wasn’t you, ignore it.',
  }),

  emailConfirmation: ({ url }: { url: string }): MailContent => ({
    subject: 'Confirm your email address',
    paragraphs: [
      'Open the link in the browser where you are signed in. It works once, within a day. Then Bindery mails to this address again.',
    ],
    action: { label: 'Confirm the address', url },
    reason: 'You get this mail because you asked for it in your account. If it wasn’t you, ignore it.',
  }),

  emailChangeNotice: ({ at }: { at: string }): MailContent => ({
    subject: 'Your email address is about to change',
    paragraphs: [
      `Someone asked for another email address for your Bindery account, at ${at}. Until the new address is confirmed, this one stays.`,
      `If it was you, there is nothing to do. ${TAKE_BACK}`,
    ],
    reason: ABOUT_ACCOUNT,
  }),

  emailChanged: ({ at }: { at: string }): MailContent => ({
    subject: 'Your email address has changed',
    paragraphs: [
      `Your Bindery account got another email address at ${at}. This one no longer belongs to it.`,
      'If it wasn’t you, tell an administrator of your organization at once.',
    ],
    reason: ABOUT_ACCOUNT,
  }),

  accountDeleted: ({ at }: { at: string }): MailContent => ({
    subject: 'Your account was deleted',
    paragraphs: [
      `Your Bindery account was deleted at ${at}. What you wrote stays in its organizations, with your name.`,
      'If it wasn’t you, tell an administrator of your organization at once.',
    ],
    reason: ABOUT_ACCOUNT,
  }),

  newDevice: ({ device, address, country, at, url }: NewDevice): MailContent => {
    const place = [
      ...(country === null ? [] : [countryNames.of(country)]),
      ...(address === null ? [] : [`the IP address ${address}`]),
    ];
    const from = place.length === 0 ? '' : `, from ${place.join(', ')}`;
    return {
      subject: 'New sign-in to your account',
      paragraphs: [
        `Someone signed in to your Bindery account on ${device}${from}, at ${at}.`,
        'If it was you, there is nothing to do. If not, sign in, change your password and end all other sessions.',
      ],
      action: { label: 'Open Bindery', url },
      reason: 'You get this mail because a browser signed in that had not done so before.',
    };
  },
};
