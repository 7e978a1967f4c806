import type { BlockElement, BlockNode } from './block.ts';

/** The host of an address, without `www.`; undefined for relative ones. */
export function hostOf(url: string): string | undefined {
  const [, host] = /^https?:\/\/(?:[^/?#@]*@)?([^/?#:]{1,253})/i.exec(url) ?? [];
  return host?.replace(/^www\./i, '').toLowerCase();
}

/** A link as a card: its title, and below it where it leads. */
export function linkCard(href: string, title: string, before: readonly BlockNode[] = []): BlockElement {
  const host = hostOf(href);
  const path = host === undefined ? undefined : href.replace(/^https?:\/\/(?:www\.)?/i, '');
  const small: BlockNode[] =
    path === undefined || path === title ? [] : [{ element: 'small', nodes: [path.slice(0, 200)] }];
  return {
    element: 'a',
    classes: ['card'],
    href,
    nodes: [...before, { element: 'strong', nodes: [title] }, ...small],
  };
}
