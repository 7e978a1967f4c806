import { useEffect, useState } from 'react';
import type { Page } from '#api/generated/types.gen.ts';
import { useShowsPaths } from '#src/domain/document/capabilities.ts';
import type { EditSession } from '../session/edit-session.ts';
import type { EditedPage } from '../session/session-server.ts';
import { createLinkSource, type LinkSource } from './link-source.ts';

/** The possible targets of links of an edited page, as of the last pause in typing. */
export function useLinkSource(
  page: EditedPage,
  pages: readonly Page[],
  revision: string,
  session: EditSession,
): LinkSource {
  const showsPaths = useShowsPaths();
  const [links] = useState(() => createLinkSource(page, { pages, revision, text: session.text, showsPaths }));
  useEffect(() => links.update({ pages, revision, showsPaths }), [links, pages, revision, showsPaths]);
  useEffect(
    () => session.textAtPause.subscribe(() => links.update({ text: session.textAtPause.get() })),
    [links, session],
  );
  useEffect(() => () => links.releaseFiles(), [links]);
  return links;
}
