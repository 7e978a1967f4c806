import { client } from '#api/generated/client.gen.ts';

type SectionPath = {
  organizationId: string;
  siteId: string;
  siteSectionId: string;
};

/** Puts a section into a group, or out of any, at servers where its group is a member of the section. */
export async function setGroupOfSection(path: SectionPath, groupId: string | null): Promise<void> {
  await client.patch({
    url: '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
    path,
    body: { siteSectionGroupId: groupId },
    headers: { 'Content-Type': 'application/json' },
    throwOnError: true,
  });
}
