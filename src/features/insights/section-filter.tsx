import { useQuery } from '@tanstack/react-query';
import { listSiteSectionsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { Select } from '#src/ui/form/select.tsx';
import type { SitePath } from './queries.ts';

/** As many as a list returns; a site has fewer. */
const MAX_SECTIONS = 1000;

/** The sections of a site. */
export const sectionsOf = ({ organizationId, siteId }: SitePath) =>
  listSiteSectionsOptions({ path: { organizationId, siteId }, query: { limit: MAX_SECTIONS } });

/** The title of a section; undefined without one, or where it was deleted. */
export function useSectionTitle(path: SitePath, section: string | undefined): string | undefined {
  return useQuery(sectionsOf(path)).data?.items.find(({ id }) => id === section)?.title;
}

interface SectionFilterProps {
  path: SitePath;
  section: string | undefined;
  onSection: (section: string | undefined) => void;
}

/** Chooses the section whose views are shown. Nothing on a site with one, unless a link names another. */
export function SectionFilter({ path, section = '', onSection }: SectionFilterProps) {
  const sections = useQuery(sectionsOf(path)).data?.items ?? [];
  const isKnown = sections.some(({ id }) => id === section);
  if (sections.length < 2 && section === '') return null;
  const options = [
    { value: '', label: 'All sections' },
    ...sections.map(({ id, title }) => ({ value: id, label: title })),
    ...(section === '' || isKnown ? [] : [{ value: section, label: 'A section that was deleted' }]),
  ];
  return (
    <Select
      aria-label="Section"
      options={options}
      value={section}
      onChange={(next) => onSection(next || undefined)}
    />
  );
}
