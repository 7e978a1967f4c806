import { z } from 'zod';
import { embedPlayers, isHostName, MAX_EMBED_HOSTS } from '#api/embed-players.ts';
import type { SiteCustomizationSettings, SiteCustomizationUpdate } from '#api/generated/types.gen.ts';

/** The form's values; hosts are lines of a text. */
export interface OtherHosts {
  isBlocked: boolean;
  embedHosts: string;
}

export const otherHostsOf = ({
  embedHosts,
  externalRequests,
}: Pick<SiteCustomizationSettings, 'embedHosts' | 'externalRequests'>): OtherHosts => ({
  isBlocked: externalRequests === 'blocked',
  embedHosts: embedHosts.join('\n'),
});

/** A host as people paste it, without scheme, path and `www.`, in lower case and ASCII. */
function hostOf(line: string): string {
  const address = /^https?:\/\//i.test(line) ? line : `https://${line}`;
  return (URL.canParse(address) ? new URL(address).hostname : line).replace(/^www\./, '');
}

/** The hosts of a text, each once. */
export function readHosts(text: string): string[] {
  const lines = text.split(/[\s,]+/).filter((line) => line !== '');
  return [...new Set(lines.map(hostOf))];
}

/** The request body with only the changed fields. */
export function changedHosts(from: OtherHosts, to: OtherHosts): SiteCustomizationUpdate {
  const hosts = readHosts(to.embedHosts);
  const areSame = hosts.join('\n') === readHosts(from.embedHosts).join('\n');
  return {
    ...(to.isBlocked !== from.isBlocked && { externalRequests: to.isBlocked ? 'blocked' : 'allowed' }),
    ...(!areSame && { embedHosts: hosts }),
  };
}

export const otherHostsSchema = z.object({
  isBlocked: z.boolean(),
  embedHosts: z
    .string()
    .max(10_000)
    .refine((text) => readHosts(text).every(isHostName), 'Enter hostnames such as youtube.com.')
    .refine((text) => readHosts(text).length <= MAX_EMBED_HOSTS, `At most ${MAX_EMBED_HOSTS} hosts.`),
});

/** The hosts whose players are known, such as `youtube.com`. */
export const knownHosts = embedPlayers.map(({ hosts: [host = ''] }) => host);
