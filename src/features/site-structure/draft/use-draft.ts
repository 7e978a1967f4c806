import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { StructureDraft, User } from '#api/generated/types.gen.ts';
import { errorMessage } from '#src/api/errors.ts';
import { invalidate } from '#src/api/queries.ts';
import { currentUser } from '#src/api/session/session.ts';
import { useKeepsDrafts } from '../capabilities.ts';
import type { SitePath } from '../queries.ts';
import { structureQueueOf, type StructurePolicy } from '../structure-policy.ts';
import type { SiteStructure } from '../structure.ts';
import { draftPolicy, structureWithDraft } from './draft-policy.ts';
import {
  type DraftActions,
  EMPTY_DRAFT,
  localDraft,
  sharedDraft,
  siteDraftOptions,
} from './draft-queries.ts';
import type { DraftedStructure } from './drafted-structure.ts';

/** The draft that the editor shows and changes. */
export interface DraftMode {
  readonly draft: StructureDraft;
  /** Why it can't be changed now, as a sentence; undefined if it can. */
  readonly denial: string | undefined;
  readonly drafted: DraftedStructure;
  readonly policy: StructurePolicy;
  readonly actions: DraftActions;
  /** Applies it. The ids of what it adds are exchanged in the editor. */
  readonly apply: () => Promise<void>;
}

const NOBODY: User = { object: 'user', id: '', displayName: 'You', urls: {} };

/** The draft of a site; null while the editor changes the site itself. */
export function useDraft(
  site: SitePath,
  { isOn, base, policy }: { isOn: boolean; base: SiteStructure; policy: StructurePolicy },
): DraftMode | null {
  const queryClient = useQueryClient();
  const isShared = useKeepsDrafts();
  const { data, error } = useQuery({ ...siteDraftOptions(queryClient, site), enabled: isOn });
  const draft = data ?? EMPTY_DRAFT;
  const { organizationId, siteId } = site;
  const actions = useMemo(() => {
    const path = { organizationId, siteId };
    return isShared === false
      ? localDraft(queryClient, path, { send: policy.send, author: currentUser() ?? NOBODY })
      : sharedDraft(queryClient, path);
  }, [queryClient, organizationId, siteId, isShared, policy]);
  const gathering = useMemo(
    () => draftPolicy(queryClient, { organizationId, siteId }, policy, actions),
    [queryClient, organizationId, siteId, policy, actions],
  );
  if (!isOn) return null;
  const apply = async () => {
    try {
      structureQueueOf(siteId).addIds(await actions.apply());
    } finally {
      // Its answer names what it added, not how the structure is now.
      void invalidate(
        queryClient,
        { operation: 'getSiteStructure', path: { siteId } },
        { operation: 'getSite', path: { siteId } },
        'listSites',
      );
    }
  };
  const notLoaded = error
    ? `The draft can’t be loaded. ${errorMessage(error)}`
    : 'The draft is being loaded.';
  const scheduled = draft.schedule && 'The draft is scheduled. End its schedule to change it.';
  const denial = data ? scheduled : notLoaded;
  return { draft, denial, drafted: structureWithDraft(base, draft), policy: gathering, actions, apply };
}
