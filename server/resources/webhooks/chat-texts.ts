import type { WebhookEventKind } from '#api/generated/types.gen.ts';

/** What a sentence names. `{target}` stands for the one that the event is about. */
type Slot =
  | 'changeRequest'
  | 'collection'
  | 'customField'
  | 'member'
  | 'organization'
  | 'place'
  | 'site'
  | 'space'
  | 'specification'
  | 'target'
  | 'team'
  | 'translation';

type ChatKind = Exclude<WebhookEventKind, '*'>;

/** What follows the name of the person who acted. The second one is about people who did it for themselves. */
const CHAT_TEXTS: Readonly<Record<ChatKind, string | readonly [string, string]>> = {
  'change_request.created': 'opened {changeRequest}',
  'change_request.updated': 'updated {changeRequest}',
  'change_request.edited': 'edited pages of {changeRequest}',
  'change_request.merged': 'merged {changeRequest}',
  'change_request.merge_undone': 'undid the merge of {changeRequest}',
  'review.requested': 'asked for a review of {changeRequest}',
  'review.request_removed': 'withdrew a request to review {changeRequest}',
  'review.submitted': 'reviewed {changeRequest}',
  'comment.created': 'commented on {place}',
  'comment.updated': 'changed a comment on {place}',
  'comment.deleted': 'deleted a comment on {place}',
  'suggestion.applied': 'applied suggestions to {changeRequest}',
  'space.created': 'created {space}',
  'space.updated': 'changed the settings of {space}',
  'space.moved': 'moved {space}',
  'space.deleted': 'deleted {space}',
  'space.restored': 'restored {space}',
  'space.content_changed': 'changed pages of {space}',
  'space.access_changed': 'changed who has access to {space}',
  'collection.created': 'created {collection}',
  'collection.updated': 'changed the settings of {collection}',
  'collection.moved': 'moved {collection}',
  'collection.deleted': 'deleted {collection}',
  'collection.access_changed': 'changed who has access to {collection}',
  'content.imported': 'imported content into {target}',
  'site.created': 'created {site}',
  'site.updated': 'changed the settings of {site}',
  'site.deleted': 'deleted {site}',
  'site.published': 'published {site}',
  'site.unpublished': 'unpublished {site}',
  'site.structure_changed': 'changed the structure of {site}',
  'member.added': ['added {member} to {organization}', 'joined {organization}'],
  'member.updated': ['changed the membership of {member}', 'changed their own membership'],
  'member.removed': ['removed {member} from {organization}', 'left {organization}'],
  'invite.created': 'created an invite link to {organization}',
  'invite.updated': 'changed an invite link to {organization}',
  'invite.deleted': 'deleted an invite link to {organization}',
  'team.created': 'created {team}',
  'team.updated': 'changed {team}',
  'team.deleted': 'deleted {team}',
  'specification.created': 'added {specification}',
  'specification.updated': 'updated {specification}',
  'specification.deleted': 'deleted {specification}',
  'translation.created': 'created {translation}',
  'translation.updated': 'changed {translation}',
  'translation.deleted': 'deleted {translation}',
  'custom_field.created': 'created {customField}',
  'custom_field.updated': 'changed {customField}',
  'custom_field.deleted': 'deleted {customField}',
  'organization.updated': 'changed the settings of {organization}',
  'webhook.test': 'sent a test message from {organization}. Everyone in this channel reads such messages',
};

/** The noun of a slot, with its article where it has no name. */
const NOUNS: Readonly<Record<Exclude<Slot, 'place' | 'target'>, string>> = {
  changeRequest: 'a change request',
  collection: 'a collection',
  customField: 'a custom field',
  member: 'a member',
  organization: 'an organization',
  site: 'a site',
  space: 'a space',
  specification: 'an API specification',
  team: 'a team',
  translation: 'translation settings',
};

/** The slots of kinds of targets, which the audit log names. */
const SLOTS_OF_TARGETS: Readonly<Record<string, keyof typeof NOUNS>> = {
  'change-request': 'changeRequest',
  collection: 'collection',
  'custom-field': 'customField',
  member: 'member',
  organization: 'organization',
  site: 'site',
  'site-section': 'site',
  'site-section-group': 'site',
  'site-space': 'site',
  space: 'space',
  'openapi-spec': 'specification',
  team: 'team',
  translation: 'translation',
};

/** Names for a sentence; those that are missing are not known, or not for the channel. */
export interface ChatNames {
  targetKind: string;
  isInChangeRequest: boolean;
  actor?: string | undefined;
  /** Whether the person is the target, too. */
  isSelf?: boolean;
  organization?: string | undefined;
  space?: string | undefined;
  changeRequest?: string | undefined;
  target?: string | undefined;
}

/** A sentence in parts: names are foreign texts, and escaped for each chat. */
export type ChatPart = string | { name: string };

/** Long names are cut: a channel gets a sentence, not a text. */
const MAX_NAME_CHARACTERS = 150;
/** Line breaks and other control characters, and those that turn the direction of a text. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** The slot that names the target of an event; undefined if it has no name. */
export function slotOfTarget(targetKind: string): keyof typeof NOUNS | undefined {
  return SLOTS_OF_TARGETS[targetKind];
}

/** A sentence such as: Ada Lovelace merged the change request “Tides” in “Handbook”. */
export function composeSentence(kind: ChatKind, names: ChatNames): ChatPart[] {
  const texts = CHAT_TEXTS[kind];
  const [text, ownText] = typeof texts === 'string' ? [texts, texts] : texts;
  const verb = names.isSelf ? ownText : text;
  const actor = cleanName(names.actor);
  const parts: ChatPart[] = [actor === undefined ? 'Bindery' : { name: actor }, ' '];
  for (const piece of verb.split(/(\{\w+\})/)) {
    const slot = /^\{(\w+)\}$/.exec(piece)?.[1];
    parts.push(...(slot === undefined ? [piece] : describeSlot(slot as Slot, names)));
  }
  return [...parts.filter((part) => part !== ''), '.'];
}

function describeSlot(slot: Slot, names: ChatNames): ChatPart[] {
  if (slot === 'place') return describeSlot(names.isInChangeRequest ? 'changeRequest' : 'space', names);
  if (slot === 'target') return describeSlot(slotOfTarget(names.targetKind) ?? 'organization', names);
  const phrase = describeNoun(NOUNS[slot], nameOfSlot(slot, names));
  const space = slot === 'changeRequest' ? cleanName(names.space) : undefined;
  return space === undefined ? phrase : [...phrase, ' in “', { name: space }, '”'];
}

function nameOfSlot(slot: keyof typeof NOUNS, names: ChatNames): string | undefined {
  if (slot === 'organization' || slot === 'space' || slot === 'changeRequest') return cleanName(names[slot]);
  return slotOfTarget(names.targetKind) === slot ? cleanName(names.target) : undefined;
}

/** “a team” without a name, the team “Authors” with one; people and organizations have their name alone. */
function describeNoun(noun: string, name: string | undefined): ChatPart[] {
  if (name === undefined) return [noun];
  if (noun === NOUNS.member || noun === NOUNS.organization) return [{ name }];
  return [`the ${noun.replace(/^an? /, '')} “`, { name }, '”'];
}

function cleanName(name: string | undefined): string | undefined {
  const text = name?.replaceAll(INVISIBLE, ' ').trim();
  if (text === undefined || text === '') return undefined;
  const characters = [...text];
  return characters.length <= MAX_NAME_CHARACTERS
    ? text
    : `${characters.slice(0, MAX_NAME_CHARACTERS - 1).join('')}…`;
}
