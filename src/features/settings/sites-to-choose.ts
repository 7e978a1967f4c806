import { listSitesOptions } from '#src/api/generated/@tanstack/react-query.gen.ts';

/** The sites to choose the default content from; the first thousand are more than anybody picks from. */
export function sitesToChoose(organizationId: string) {
  return listSitesOptions({ path: { organizationId }, query: { limit: 1000 } });
}
