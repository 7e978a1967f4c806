import { testApp } from '../test-app.ts';

/** The name of a browser that people use. */
export const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** What readers answered at a site, and how often people read its pages; those of one site space, if it is named. */
export async function readTaken(
  siteId: string,
  siteSpaceId?: string,
): Promise<{ answers: number; views: number }> {
  const { app, db } = await testApp();
  await app.siteFigures?.flush();
  const place = { site_id: siteId, ...(siteSpaceId !== undefined && { site_space_id: siteSpaceId }) };
  const answers = await db
    .selectFrom('page_feedback')
    .select('id')
    .where((is) => is.and(place))
    .execute();
  const views = await db
    .selectFrom('site_views')
    .select('views')
    .where((is) => is.and({ ...place, reader: 'people' }))
    .execute();
  return { answers: answers.length, views: views.reduce((sum, row) => sum + Number(row.views), 0) };
}
