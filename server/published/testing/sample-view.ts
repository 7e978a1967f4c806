import type { ReaderPage, ReaderTreeItem, ReaderView } from '../layout/reader-view.ts';

const code = `<figure class="code" dir="ltr"><figcaption>server.ts</figcaption><pre tabindex="0"><code class="language-ts"><span class="hljs-keyword">import</span> { <span class="hljs-title class_">Client</span> } <span class="hljs-keyword">from</span> <span class="hljs-string">'@tide/client'</span>;

<span class="hljs-comment">// One client for each process.</span>
<mark class="line"><span class="hljs-keyword">const</span> client = <span class="hljs-keyword">new</span> <span class="hljs-title class_">Client</span>({ <span class="hljs-attr">timeout</span>: <span class="hljs-number">5000</span> });
</mark><span class="hljs-keyword">await</span> client.<span class="hljs-title function_">connect</span>(<span class="hljs-string">'https://tide.example'</span>);
</code></pre></figure>`;

const callouts = [
  ['info', 'Note', 'Readings are kept for <a href="/published/tide/docs/limits">thirteen months</a>.'],
  ['success', 'Success', 'The gauge answers within a second.'],
  ['warning', 'Warning', 'A gauge without a battery forgets its offset.'],
  ['danger', 'Danger', 'Deleting a station deletes its readings.'],
]
  .map(
    ([kind, label, text]) =>
      `<aside class="callout ${kind}" role="note"><p class="label">${label}</p><p>${text}</p></aside>`,
  )
  .join('');

const heading = (level: number, anchor: string, title: string): string =>
  `<h${level} id="${anchor}">${title} <a class="anchor" href="#${anchor}" aria-label="Link to “${title}”"></a></h${level}>`;

/** A text with everything that texts are made of. */
const text = `<p>A <strong>gauge</strong> measures the height of the water ten times a second and sends one <em>reading</em> a minute. Use <code>tide connect</code> to add one, or read <a href="https://example.com">how readings are made</a>.</p>
${heading(2, 'install', 'Install the client')}
<p>The client needs Node 20. It has no other dependencies, and works behind a proxy.</p>${code}
${heading(3, 'verify', 'Verify the connection')}
<ol><li><p>Start the gauge.</p></li><li><p>Wait for the <kbd>green</kbd> light.</p></li></ol>
<ul class="tasks"><li class="task"><input type="checkbox" checked disabled aria-label="Done"> Offset entered</li><li class="task"><input type="checkbox" disabled aria-label="Not done"> Battery replaced</li></ul>
${callouts}
${heading(2, 'stations', 'Stations and their readings')}
<div class="table" role="group" tabindex="0" aria-label="Table"><table><thead><tr><th>Station</th><th>Interval</th><th class="align-right">Height</th></tr></thead><tbody><tr><td>Skerry</td><td>1 minute</td><td class="align-right">2.41 m</td></tr><tr><td>Holm</td><td>5 minutes</td><td class="align-right">0.87 m</td></tr></tbody></table></div>
<blockquote><p>The sea keeps no appointments.</p></blockquote>
<div class="tabs" role="group" aria-label="Tabs"><input type="radio" name="tabs-1" id="tabs-1-1" checked><label for="tabs-1-1">npm</label><div class="panel"><pre tabindex="0"><code>npm install @tide/client</code></pre></div><input type="radio" name="tabs-1" id="tabs-1-2"><label for="tabs-1-2">pnpm</label><div class="panel"><pre tabindex="0"><code>pnpm add @tide/client</code></pre></div></div>
${heading(3, 'offsets', 'Offsets')}
<details><summary>Why does a gauge have an offset?</summary><p>It hangs above the chart datum.</p></details>
<div class="math" tabindex="0" dir="ltr"><math display="block" dir="ltr"><mrow><mi>h</mi><mo>=</mo><mfrac><mi>d</mi><mn>2</mn></mfrac></mrow></math></div>
${heading(2, 'limits', 'Limits')}<p>Ten thousand readings a day.</p><hr><p>See the reference for the rest.</p>`;

/** A page tree of `count` pages in groups of ten; every fourth page has two pages below it. */
function sampleTree(count: number, current: number): ReaderTreeItem[] {
  const subjects = ['Quick start', 'Stations', 'Reading the gauge', 'Offsets and datum', 'Alerts', 'Exports'];
  const groups: ReaderTreeItem[] = [];
  for (let number = 0; number < count; number += 1) {
    if (number % 10 === 0) groups.push({ title: `Part ${groups.length + 1}`, items: [] });
    const item: ReaderTreeItem = {
      title: `${subjects[number % subjects.length] ?? ''} ${number + 1}`,
      url: `/published/tide/docs/guides/page-${number + 1}`,
      items: [],
      ...(number === current && { isCurrent: true }),
    };
    const parent = number % 4 === 1 || number % 4 === 2 ? groups.at(-1)?.items.at(-1) : undefined;
    const isBelow = number % 4 === 1 && parent !== undefined;
    if (isBelow) {
      parent.items.push(item);
      if (number === current) parent.isOpen = true;
    } else {
      groups.at(-1)?.items.push(item);
    }
  }
  return groups;
}

/** The page of the sample. */
const samplePage: ReaderPage = {
  title: 'Quick start',
  emoji: '🌊',
  description: 'Connect a gauge, see its first reading, and know what to do when none comes.',
  html: text,
  headings: [
    { level: 2, anchor: 'install', title: 'Install the client' },
    { level: 3, anchor: 'verify', title: 'Verify the connection' },
    { level: 2, anchor: 'stations', title: 'Stations and their readings' },
    { level: 3, anchor: 'offsets', title: 'Offsets' },
    { level: 2, anchor: 'limits', title: 'Limits' },
  ],
  updatedAt: new Date('2026-03-12T09:30:00Z'),
  markdownUrl: '/published/tide/docs/quick-start.md',
  previous: { title: 'Introduction', url: '/published/tide/docs/' },
  next: { title: 'Stations', emoji: '📍', url: '/published/tide/docs/stations' },
  without: new Set(),
};

/** A page of a site of 50 pages with sections, variants and languages. */
export const sampleView: ReaderView = {
  language: 'en',
  site: {
    title: 'Tide handbook',
    url: '/published/tide/docs/',
    icon: { url: '/favicon.svg', type: 'image/svg+xml' },
  },
  assets: {
    style: '/published/tide/docs/~/assets/reader.css',
    script: '/published/tide/docs/~/assets/reader.js',
  },
  sections: [
    { title: 'Guides', emoji: '🧭', url: '/published/tide/docs/', isCurrent: true },
    { title: 'Reference', url: '/published/tide/docs/reference/' },
    {
      title: 'Integrations',
      icon: 'plug',
      links: [
        {
          title: 'Harbour office',
          icon: 'anchor',
          description: 'Berths and tides for those on duty',
          url: '/published/tide/docs/harbour/',
        },
        { title: 'Weather service', url: '/published/tide/docs/weather/' },
      ],
    },
  ],
  variants: [
    { title: '2.0', url: '/published/tide/docs/quick-start', isCurrent: true },
    { title: '1.0', url: '/published/tide/docs/v1/quick-start' },
  ],
  languages: [
    { language: 'en', title: 'English', url: '/published/tide/docs/quick-start', isCurrent: true },
    { language: 'de', title: 'Deutsch', url: '/published/tide/docs/de/quick-start' },
    { language: 'ar', title: 'العربية', url: '/published/tide/docs/ar/quick-start' },
  ],
  tree: sampleTree(50, 1),
  breadcrumbs: [
    { title: 'Guides', url: '/published/tide/docs/' },
    { title: 'Part 1', url: '/published/tide/docs/guides/page-1' },
  ],
  main: { kind: 'page', page: samplePage },
  searchUrl: '/published/tide/docs/~/search',
  feedback: { url: '/published/tide/docs/~feedback', path: '/published/tide/docs/quick-start' },
  headerLinks: [{ title: 'Status', url: 'https://status.tide.example' }],
  footerLinks: [
    { title: 'Imprint', url: 'https://tide.example/imprint' },
    { title: 'Contact', url: 'mailto:crew@tide.example' },
  ],
  head: {
    canonicalUrl: 'https://bindery.example/published/tide/docs/quick-start',
    alternates: [
      { language: 'en', url: 'https://bindery.example/published/tide/docs/quick-start' },
      { language: 'de', url: 'https://bindery.example/published/tide/docs/de/quick-start' },
    ],
    isIndexed: true,
  },
};

/** Every other kind of page. */
export const otherSampleViews: Record<string, ReaderView> = {
  search: {
    ...sampleView,
    tree: [],
    breadcrumbs: [],
    main: {
      kind: 'search',
      search: {
        query: 'gauge',
        results: [
          {
            title: 'Quick start',
            url: '/published/tide/docs/quick-start#install',
            path: ['Guides', 'Part 1', 'Install the client'],
            excerpt: [
              { text: 'Connect a ', isMatch: false },
              { text: 'gauge', isMatch: true },
              { text: ' and see its first reading.', isMatch: false },
            ],
          },
        ],
        hasMore: true,
      },
    },
  },
  'not found': {
    ...sampleView,
    tree: [],
    main: {
      kind: 'not-found',
      mayBeHidden: true,
      suggestions: [{ title: 'Stations', url: '/published/tide/docs/stations' }],
    },
  },
  refused: { ...sampleView, tree: [], sections: [], main: { kind: 'refused', reason: 'wrong-token' } },
  empty: { ...sampleView, tree: [], sections: [], main: { kind: 'empty' } },
  'a preview': {
    ...sampleView,
    theme: 'dark',
    notice: {
      kind: 'preview',
      of: { title: 'New offsets' },
      backUrl: '/published/tide/docs/quick-start',
      changedPages: [{ title: 'Offsets', url: '/published/tide/docs/offsets' }],
      changedCount: 1,
    },
  },
  'a member': {
    ...sampleView,
    member: {
      consoleUrl: 'https://bindery.example/o/tide/spaces/1/pages/2',
      structureUrl: 'https://bindery.example/o/tide/sites/1/structure?item=3',
      proposeUrl: 'https://bindery.example/o/tide/spaces/1/changes/new?page=2',
    },
  },
  'another variant': {
    ...sampleView,
    language: 'ar',
    notice: {
      kind: 'other-variant',
      title: '1.0',
      latest: { title: '2.0', url: '/published/tide/docs/quick-start' },
    },
  },
};
