/**
 * The layers, for dependency-cruiser. Imports point down only. In the console:
 * `lib` < `ui`, `api` < `components` < `domain` < `features` < `routes` < `boot` < `router` < `main`.
 * The floors of the server and of the page editor are listed below.
 * Every rule has a reason; docs/architecture.md has a diagram.
 */

/** One rule: what `from` may not import. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const generatedApi = '^api/generated/';

/**
 * The floors of the server and of the page editor, and those within some of them: each imports only the ones before it. A name that ends in `.ts`
 * is a file; `.` stands for all files beside the folders. Tests and their data (`test`) are beside all floors.
 */
const floors = {
  server: [
    'base', // errors, clock, tags, limits, ids: small files that need nothing else
    'network', // the ways out: fetches, DNS, mail servers
    'contract', // the contract as routes, validation and serializers
    'database', // tables, engines, migrations
    'queue', // jobs and mails that wait
    'lists', // pages of lists, counts
    'audit', // a row for each change, and signals to those who follow
    'content', // what revisions store: trees, texts, search, merge, import
    'access', // the caller, roles, who may do what
    'notifications', // what people are told: reasons, who may read them, the reader of events
    'event-streams',
    'content-tree', // collections and spaces in order
    'sites', // a site, its address and its lock
    'insights', // what readers of sites do, in numbers
    'plugins', // what Fastify needs for all routes
    'files', // files, uploads and prints at signed URLs
    'published', // sites for visitors
    'accounts', // a person's credentials, sessions and sign-on, with their routes
    'mail', // texts of mails and their delivery
    'jobs',
    'seed', // sample data
    'git-sync', // spaces and branches of repositories
    'resources', // the operations of the contract, by noun
    'other-routes.ts',
    'app.ts',
    'commands', // the command line
    'main.ts',
  ],
  'server/accounts': [
    'credentials',
    'joining',
    'sessions',
    'sign-in',
    'own',
    'sign-on',
    'oidc',
    'saml',
    'routes',
  ],
  'server/content': [
    'markdown',
    'pages',
    'visitor-text',
    'links',
    'source', // files of a repository as pages, and back
    'documents',
    'merge',
    'html',
    'search',
    'specifications',
    'reference',
    'import',
    'print',
    'repository', // branches of repositories, read and written
    'tasks', // the work above, in processes beside the server
    'stored', // what the database has of it
  ],
  'server/database': ['data-folder', 'tables', 'engine', 'migrations', '.'],
  'server/plugins': ['.', 'limits'],
  'server/published': [
    'messages',
    'layout', // a view as HTML
    'browser',
    'visit', // what a request is for, and what its visitor may see
    'address',
    'gate', // who may enter
    'view', // what a page shows
    'answers',
    'search',
    'files', // robots.txt, sitemaps, texts for machines
    'pages',
    '.',
  ],
  'server/resources/change-requests': ['merge-rules', '.', 'planned', 'writing', 'reviews'],
  'server/resources/site-structure': ['queries', 'changes', '.', 'drafts', 'history', 'text'],
  'server/seed': ['model', 'scale', '.'],
  'src/features/page-editor': [
    'text', // edits of a text, checks and merges of two: pure
    'session', // what is unsaved, and how it is saved
    'links',
    'visual', // the text as readers see it, typed in
    'field', // where the text is typed
    'uploads', // files on their way into the text
    'dialogs',
    'options', // title, slug and the other fields of the page
    'preview',
    'outline',
    '.', // the screen that joins them
  ],
};

/** Tests may look up: to a job that ends what they test, to sample data, to an operation that makes what they need. */
const serverTests = '\\.(test|contract-cases)\\.ts$|^server/test/|/testing/';

function floorPath(parent, floor) {
  if (floor === '.') return `^${parent}/[^/]+$`;
  return floor.endsWith('.ts') ? `^${parent}/${floor.replace('.', '\\.')}$` : `^${parent}/${floor}/`;
}

const floorsPointDown = Object.entries(floors).flatMap(([parent, names]) => [
  ...names
    .slice(0, -1)
    .map((name, place) =>
      forbid(
        `${parent}/${name}-points-down`,
        'A floor can be understood and tested without the ones above it. Move what both need to a lower floor.',
        { path: floorPath(parent, name), pathNot: serverTests },
        { path: names.slice(place + 1).map((above) => floorPath(parent, above)) },
      ),
    ),
  forbid(
    `${parent}-names-its-floors`,
    'Each folder has a place in the list above.',
    { path: `^${parent}/(?!(${names.join('|')}|test|testing)/)[^/]+/` },
    {},
  ),
]);

/** The folders of resources that other resources may import; each may import only the ones before it. */
const sharedResources = [
  'spaces',
  'collections',
  'members',
  'organizations',
  'teams',
  'change-requests',
  'api-specs',
  'content',
  'permissions',
  'site-structure',
  'sites',
];

const resource = (name) => `^server/resources/${name}/`;
const noTest = '\\.test\\.ts$';

const resourcesDoNotCircle = [
  ...sharedResources.map((name, place) =>
    forbid(
      `resources-do-not-circle-${name}`,
      'Circular folders can’t be understood separately. Move what both need to a lower folder, such as `access`, `sites` or `content-tree`.',
      { path: resource(name), pathNot: noTest },
      { path: resource(`(${sharedResources.slice(place + 1).join('|') || '-'})`) },
    ),
  ),
  forbid(
    'resources-share-what-is-listed',
    'The list above has the resources that others may import, in order.',
    { path: resource('([^/]+)'), pathNot: noTest },
    {
      path: '^server/resources/[^/]+/',
      pathNot: [resource('$1'), resource(`(${sharedResources.join('|')})`)],
    },
  ),
];

/** The folders of the console above `lib`; each may import only the ones before it. */
const layers = ['api', 'ui', 'components', 'domain', 'features', 'routes', 'boot'];

const layersPointDown = layers.map((layer, place) =>
  forbid(
    `${layer}-points-down`,
    'What others build on knows neither them nor the application that they make up.',
    { path: `^src/${layer}/` },
    { path: ['^src/(main|router)\\.', ...layers.slice(place + 1).map((above) => `^src/${above}/`)] },
  ),
);

module.exports = {
  forbidden: [
    forbid(
      'no-unresolved',
      'An import that does not resolve fails at run time at the latest.',
      {},
      { couldNotResolve: true, pathNot: '^(virtual:|vite/)' },
    ),
    forbid(
      'console-and-server-stay-apart',
      'They share only the contract and HTTP; the console must work with any server that implements the contract.',
      { path: '^(src|server)/' },
      { path: '^(src|server)/', pathNot: '^$1/' },
    ),
    forbid(
      'console-takes-no-server-contract',
      'Beside the generated client, only the evaluator of conditions, icons, the languages of published sites, the correction of colors and the length of texts are shared. The whole contract and the handlers’ types are the server’s; the contract alone is larger than a first screen.',
      { path: '^src/', pathNot: noTest },
      {
        path: '^api/(?!generated/|blocks/|(answer-members|evaluate-condition|heading-anchors|icon-class|icons|reader-languages|site-colors|slug|embed-players|quoted-words|source-links|source-paths|text-length)\\.ts$)|^api/generated/(fastify\\.gen\\.ts|openapi\\.json)$',
      },
    ),
    forbid(
      'server-takes-no-client',
      'The server uses the types, the handlers, the contract, the evaluator of conditions, icons and the correction of colors; the client is for the console.',
      { path: '^server/' },
      {
        path: '^api/(?!generated/(types|fastify)\\.gen\\.ts$|generated/openapi\\.json$|blocks/|(evaluate-condition|heading-anchors|icon-class|icons|reader-languages|site-colors|slug|embed-players|quoted-words|source-links|source-paths)\\.ts$)',
      },
    ),
    forbid(
      'product-never-imports-tools',
      'The product must not depend on build scripts, tests or benchmarks. Tests of several processes start databases as scripts do.',
      { path: '^(src|server)/', pathNot: '^server/test/processes/' },
      { path: '^(scripts|e2e|bench)/' },
    ),
    forbid(
      'tools-enter-through-the-front',
      'Browser tests use the product from outside: over HTTP, the generated client and the admin socket. The kitchen shows components, so it imports them. The others may share test data (`testing/`), the type of routes, the test identity provider, authenticator, DNS server, mail server and server of repositories.',
      { path: '^e2e/', pathNot: '^e2e/kitchen/' },
      {
        path: '^(server|src)/',
        pathNot: [
          '^src/routes\\.gen\\.ts$',
          '^server/(commands/admin-socket|test/(sign-on/((identity|oidc)-provider|provider-metadata)|dns-server|git/git-peer|mail-server|authenticator))\\.ts$',
          '^(src|server)/.*/testing/',
        ],
      },
    ),
    ...layersPointDown,
    forbid(
      'lib-is-pure',
      'lib holds pure helpers: no React, no network, no layer above.',
      { path: '^src/lib/', pathNot: '\\.test\\.tsx?$' },
      { path: '^(src/(?!lib/)|node_modules/(react|react-dom|@tanstack|radix-ui|@radix-ui)/)' },
    ),
    forbid(
      'ui-knows-no-application',
      'ui could be published as a library: no router, no query, no form, no domain terms.',
      { path: '^src/ui/' },
      {
        path: '^(src/api/|node_modules/(@tanstack/react-(router|query)|react-hook-form|zod)/)',
      },
    ),
    forbid(
      'components-know-no-noun',
      'A component that depends on a member, a space or a site belongs in src/domain.',
      { path: '^src/(lib|ui|components)/', pathNot: '\\.test\\.tsx?$' },
      { path: generatedApi },
    ),
    forbid(
      'features-stand-alone',
      'Routes compose features; features that import each other can’t change independently.',
      { path: '^src/features/([^/]+)/' },
      { path: '^src/features/([^/]+)/', pathNot: '^src/features/$1/' },
    ),
    forbid(
      'nobody-imports-main',
      'main mounts the application; importing it mounts it twice.',
      { path: '^src/' },
      { path: '^src/main\\.' },
    ),
    forbid(
      'generated-client-stays-behind-the-layer',
      'Operations, types, query options and schemas are the vocabulary of every screen; the client that sends them is configured once, in src/api.',
      { path: '^(src/(?!api/)|e2e/[^/]+/[^/]+\\.spec\\.ts$)' },
      { path: '^api/generated/(client|core)(/|\\.)|^api/generated/client\\.gen\\.ts$' },
    ),
    forbid(
      'radix-only-in-ui',
      'One wrapper per primitive keeps appearance, labels and keyboard behavior consistent.',
      { path: '^src/', pathNot: '^src/ui/' },
      { path: '^node_modules/(radix-ui|@radix-ui)/', pathNot: '^node_modules/@radix-ui/colors/' },
    ),
    forbid(
      'forms-only-in-forms',
      'Form state belongs in forms and form fields.',
      {
        path: '^src/',
        pathNot: '^src/((components|domain)/[^/]+/[^/]*-fields?\\.tsx|components/form/|features/|routes/)',
      },
      { path: '^node_modules/(react-hook-form|@hookform)/' },
    ),
    forbid(
      'database-only-in-server',
      'The console and browser tests access data through the API only; benchmarks use SQL for their baselines.',
      { path: '^(src|e2e)/' },
      { path: '^node_modules/(pg|kysely|@electric-sql)/' },
    ),
    forbid(
      'engine-stays-behind-kysely',
      'Handlers and queries write Kysely and run it; how a statement is named, sent, cached or shared is known to the engine alone. Transactions, shared reads and messages between servers are its interface, and so is the mark of a statement that is planned each time.',
      {
        path: '^server/(?!database/|commands/|test/|app\\.ts$)',
        pathNot: '\\.test\\.ts$|^server/plugins/errors\\.ts$',
      },
      {
        path: '^server/database/engine/',
        pathNot: '/(transaction|shared-reads|pub-sub|connect|statement-names)\\.ts$',
      },
    ),
    forbid(
      'rules-are-pure',
      'Policies and views run no queries, so that they can be tested with tables.',
      { path: '\\.(view|rules)\\.ts$' },
      {
        path: '^server/(database/(?!tables/)|plugins|jobs)|^node_modules/(pg|kysely|fastify)/',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'resources-do-not-share-handlers',
      'Only the handler map imports handlers. Resources share queries, policies or views.',
      { path: '^server/resources/', pathNot: '^server/resources/handlers\\.ts$|\\.test\\.ts$' },
      { path: '\\.handlers\\.ts$' },
    ),
    ...floorsPointDown,
    forbid(
      'server-files-do-not-circle',
      'Files that import each other, even types only, can’t be read one after the other. Types of rows belong in rules, or in the schema.',
      { path: '^server/', pathNot: serverTests },
      { circular: true },
    ),
    ...resourcesDoNotCircle,
    forbid(
      'not-to-a-test',
      'Product code must not import tests.',
      { pathNot: '\\.(test|spec)\\.tsx?$' },
      { path: '\\.(test|spec)\\.tsx?$' },
    ),
    forbid(
      'server-never-imports-its-tests',
      'Helpers and contract cases are test code, which is not part of the product.',
      { path: '^server/', pathNot: '\\.(test|contract-cases)\\.ts$|^server/test/' },
      { path: '^server/test/|\\.contract-cases\\.ts$' },
    ),
    forbid(
      'runtime-dependencies-are-declared',
      'The server’s imports must be installed without development dependencies.',
      { path: '^server/', pathNot: '\\.test\\.ts$|^server/test/' },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|node_modules/\\.)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
