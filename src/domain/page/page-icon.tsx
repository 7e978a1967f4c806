import { FileText, Heading, Link2, Sparkles } from 'lucide-react';
import type { Page } from '#api/generated/types.gen.ts';
import { NamedIcon } from '../icons/named-icon.tsx';

const typeLabels: Record<Page['type'], string> = {
  document: 'page',
  group: 'group',
  link: 'link',
  computed: 'API page',
};

const icons = { document: FileText, group: Heading, link: Link2, computed: Sparkles };

type NamedPage = Pick<Page, 'title' | 'type' | 'hidden' | 'emoji' | 'icon'>;

/** The type of a page in lower case; an unknown one as the server names it. */
export const pageTypeLabel = (type: Page['type']): string =>
  Object.entries(typeLabels).find(([name]) => name === type)?.[1] ?? type;

/** Accessible name of a page: title, type and whether it is hidden. */
export function pageAriaLabel({ title, type, hidden }: NamedPage): string {
  return [title, pageTypeLabel(type), ...(hidden ? ['hidden'] : [])].join(', ');
}

/** The emoji of a page, its icon, or that of its type. */
export function PageIcon({ page }: { page: NamedPage }) {
  const Icon = icons[page.type] ?? FileText;
  return (
    <span
      aria-hidden="true"
      className="mr-2 ml-0.5 grid size-4 shrink-0 place-items-center text-sm leading-none"
    >
      {page.emoji || (
        <NamedIcon name={page.icon}>
          <Icon className="size-4 text-ink-soft" />
        </NamedIcon>
      )}
    </span>
  );
}
