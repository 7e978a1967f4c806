import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type FocusEvent, Suspense, useState } from 'react';
import type { Organization, Site, SiteCustomizationUpdate } from '#api/generated/types.gen.ts';
import { errorMessage } from '#src/api/errors.ts';
import { useCan } from '#src/api/extensions.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { classNames } from '#src/lib/class-names.ts';
import { useMatches } from '#src/ui/browser/viewport.ts';
import { Callout } from '#src/ui/callout.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { type Appearance, appearanceOf, appearanceSchema, changesBetween } from './appearance.ts';
import { AppearanceForm } from './form.tsx';
import { customizationOf, draftOf, type SitePath } from './queries.ts';
import './site-customization.css';

const SitePreviewPane = lazyPart(async () => ({
  default: (await import('#src/domain/published/site-preview-pane.tsx')).SitePreviewPane,
}));

/** The look of a site as a form, with the site as it would be beside it. */
export function AppearanceScreen({ organization, site }: { organization: Organization; site: Site }) {
  const path = { organizationId: organization.id, siteId: site.id };
  const { data: saved } = useSuspenseQuery(customizationOf(path));
  const isWide = useMatches('(width >= 64rem)');
  const hasPreview = useCan('createSiteCustomizationDraft') === true;
  const [view, setView] = useState<'form' | 'preview'>('form');
  const [typed, setTyped] = useState<Appearance>();
  const [anchor, setAnchor] = useState<string>();
  const followFocus = ({ target }: FocusEvent) =>
    setAnchor(target.closest<HTMLElement>('[data-preview-anchor]')?.dataset['previewAnchor']);
  const changes = useValidChanges(appearanceOf(saved), typed);
  const isFormShown = isWide || !hasPreview || view === 'form';
  return (
    <div className="flex flex-col gap-4">
      {!isWide && hasPreview && (
        <div>
          <SegmentedControl
            label="What is shown"
            options={[
              { value: 'form', label: 'Appearance' },
              { value: 'preview', label: 'Preview' },
            ]}
            value={view}
            onChange={setView}
          />
        </div>
      )}
      <div className={classNames('grid items-start gap-6', hasPreview && 'lg:grid-cols-tree-preview')}>
        {/* Hidden, because it may have unsaved changes. */}
        <div hidden={!isFormShown} className="layout-form" onFocus={followFocus}>
          <AppearanceForm organization={organization} site={site} saved={saved} onValues={setTyped} />
        </div>
        {hasPreview && (isWide || view === 'preview') && (
          <Suspense fallback={<SkeletonRows label="Loading the preview" />}>
            <DraftPreview path={path} changes={changes} version={saved.updatedAt} anchor={anchor} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** The changes of what is typed; while that is invalid, those of before. */
function useValidChanges(saved: Appearance, typed: Appearance | undefined): SiteCustomizationUpdate {
  const [changes, setChanges] = useState<SiteCustomizationUpdate>({});
  if (!typed || !appearanceSchema.safeParse(typed).success) return changes;
  const next = changesBetween(saved, typed);
  if (JSON.stringify(next) !== JSON.stringify(changes)) setChanges(next);
  return next;
}

interface DraftPreviewProps {
  path: SitePath;
  /** The unsaved values. */
  changes: SiteCustomizationUpdate;
  /** Another value after each update. */
  version: string | undefined;
  anchor: string | undefined;
}

/** The site with what is typed. */
function DraftPreview({ path, changes, version, anchor }: DraftPreviewProps) {
  const hasChanges = Object.keys(changes).length > 0;
  const draft = useQuery(draftOf(path, changes));
  const customizationDraft = hasChanges ? draft.data : undefined;
  return (
    <div className="appearance-preview">
      {hasChanges && draft.isError && (
        <Callout tone="warning" title="The preview shows what is saved">
          {errorMessage(draft.error)}
        </Callout>
      )}
      <SitePreviewPane
        site={path}
        shown={{ customizationDraft, version }}
        anchor={anchor}
        className="min-h-0 flex-1 overflow-hidden rounded-lg border border-line"
      />
    </div>
  );
}
