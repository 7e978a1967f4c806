/**
 * The layers, for dependency-cruiser. Imports point down only:
 * `lib` < `ui`, `api` < `components` < `features` < `routes` < `router` < `main`.
 * Every rule carries its reason; docs/architecture.md draws the same picture.
 */

/** One rule: what `from` may not import. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const generatedApi = '^api/generated/';

/** The folders of resources that other resources may import; each imports only those that stand before it. */
const sharedResources = [
  'spaces',
  'collections',
  'members',
  'organizations',
  'teams',
  'change-requests',
  'content',
  'permissions',
  'site-structure',
];

const resource = (name) => `^server/resources/${name}/`;
const noTest = '\\.test\\.ts$';

const resourcesDoNotCircle = [
  ...sharedResources.map((name, place) =>
    forbid(
      `resources-do-not-circle-${name}`,
      'Two folders that need each other cannot be understood alone. What both need lies in a folder below, such as `access`, `sites` or `content-tree`.',
      { path: resource(name), pathNot: noTest },
      { path: resource(`(${sharedResources.slice(place + 1).join('|') || '-'})`) },
    ),
  ),
  forbid(
    'resources-share-what-is-listed',
    'Which resource may be imported by others is decided in the list above, with its place in the order.',
    { path: resource('([^/]+)'), pathNot: noTest },
    {
      path: '^server/resources/[^/]+/',
      pathNot: [resource('$1'), resource(`(${sharedResources.join('|')})`)],
    },
  ),
];

module.exports = {
  forbidden: [
    forbid(
      'no-cycle',
      'Modules that need each other cannot be understood, tested or split apart. Types may point both ways.',
      { pathNot: generatedApi },
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    forbid(
      'no-orphan',
      'A module that nothing reaches and that reaches nothing is dead.',
      {
        orphan: true,
        path: '^(src|server)/',
        pathNot: ['\\.d\\.ts$', '\\.test\\.tsx?$', '^src/[^/]+\\.js$', '/generated/'],
      },
      {},
    ),
    forbid(
      'no-unresolved',
      'An import that does not resolve fails at run time at the latest.',
      {},
      { couldNotResolve: true, pathNot: '^(virtual:|vite/)' },
    ),
    forbid(
      'console-never-imports-server',
      'They meet in the contract and over HTTP; the console must work against any server that keeps the contract.',
      { path: '^src/' },
      { path: '^server/' },
    ),
    forbid(
      'server-never-imports-console',
      'They meet in the contract and over HTTP.',
      { path: '^server/' },
      { path: '^src/' },
    ),
    forbid(
      'console-takes-no-server-contract',
      'The whole contract and the handlers’ types are the server’s; the contract alone is larger than a first screen.',
      { path: '^src/' },
      { path: '^api/(?!generated/)|^api/generated/(fastify\\.gen\\.ts|openapi\\.json)$' },
    ),
    forbid(
      'server-takes-no-client',
      'The server knows the types, the handlers and the contract; the client is the console’s.',
      { path: '^server/' },
      { path: '^api/(?!generated/(types|fastify)\\.gen\\.ts$|generated/openapi\\.json$)' },
    ),
    forbid(
      'product-never-imports-tools',
      'What ships must not depend on build scripts, tests or measurements.',
      { path: '^(src|server)/' },
      { path: '^(scripts|e2e|bench)/' },
    ),
    forbid(
      'tools-enter-through-the-front',
      'Browser tests see the product as people do: over HTTP, through the generated client, and the operator through the command line’s socket. Sample data (`testing/`) they may share, the addresses of screens as a type, and the identity provider of the tests.',
      { path: '^e2e/' },
      {
        path: '^(server|src)/',
        pathNot: [
          '^src/routes\\.gen\\.ts$',
          '^server/(admin-socket|test/sign-on/identity-provider)\\.ts$',
          '^src/.*/testing/',
        ],
      },
    ),
    forbid(
      'lib-is-pure',
      'lib holds pure helpers: no React, no network, no layer above.',
      { path: '^src/lib/', pathNot: '\\.test\\.tsx?$' },
      { path: '^(src/(?!lib/)|node_modules/(react|react-dom|@tanstack|radix-ui|@radix-ui)/)' },
    ),
    forbid(
      'ui-knows-no-application',
      'ui could be published as a library: no router, no query, no form, no domain word.',
      { path: '^src/ui/' },
      {
        path: '^(src/(api|components|features|routes)/|src/(main|router)\\.|node_modules/(@tanstack/react-(router|query)|react-hook-form|zod)/)',
      },
    ),
    forbid(
      'api-knows-no-screen',
      'Transport knows no toasts and no components.',
      { path: '^src/api/' },
      { path: '^src/(ui|components|features|routes)/|^src/(main|router)\\.' },
    ),
    forbid(
      'components-point-down',
      'Shared parts know no feature and no screen.',
      { path: '^src/components/' },
      { path: '^src/(features|routes)/|^src/(main|router)\\.' },
    ),
    forbid(
      'features-point-down',
      'A feature does not know the screens that use it.',
      { path: '^src/features/' },
      { path: '^src/routes/|^src/(main|router)\\.' },
    ),
    forbid(
      'features-stand-alone',
      'Routes compose features; a feature that imports another cannot change alone.',
      { path: '^src/features/([^/]+)/' },
      { path: '^src/features/([^/]+)/', pathNot: '^src/features/$1/' },
    ),
    forbid(
      'routes-point-down',
      'A screen does not know the router that it is mounted in, and no screen imports another.',
      { path: '^src/routes/' },
      { path: '^src/(main|router)\\.' },
    ),
    forbid(
      'nobody-imports-main',
      'main mounts the application. Whoever imports it mounts it twice.',
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
      'One wrapper for each primitive keeps looks, labels and keyboard the same everywhere.',
      { path: '^src/', pathNot: '^src/ui/' },
      { path: '^node_modules/(radix-ui|@radix-ui)/', pathNot: '^node_modules/@radix-ui/colors/' },
    ),
    forbid(
      'forms-only-in-forms',
      'Form state belongs to forms: the shared form parts and fields, and the forms of a feature or a screen.',
      {
        path: '^src/',
        pathNot: '^src/(components/[^/]+/[^/]*-field\\.tsx|components/form/|features/|routes/)',
      },
      { path: '^node_modules/(react-hook-form|@hookform)/' },
    ),
    forbid(
      'database-only-in-server',
      'The console and the browser tests reach data through the interface only; the measurements speak SQL where they make a floor.',
      { path: '^(src|e2e)/' },
      { path: '^node_modules/(pg|kysely|@electric-sql)/' },
    ),
    forbid(
      'rules-are-pure',
      'Who may do what, and what leaves, are decided without a query, so that they can be tested as tables.',
      { path: '\\.(policy|view|rules)\\.ts$' },
      {
        path: '^server/(database/(?!schema|ids)|plugins|jobs)|^node_modules/(pg|kysely|fastify)/',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'resources-do-not-share-handlers',
      'Only the assembling map imports handlers. What two resources share is a query, a policy or a view.',
      { path: '^server/resources/', pathNot: '^server/resources/handlers\\.ts$|\\.test\\.ts$' },
      { path: '\\.handlers\\.ts$' },
    ),
    forbid(
      'resources-are-on-top',
      'Jobs, sign-in, tasks and sample data work without any operation of the interface. What they share with operations lies in a folder below.',
      {
        path: '^server/',
        pathNot: '^server/(resources/|test/|app\\.ts$|commands/serve\\.ts$)|\\.test\\.ts$',
      },
      { path: '^server/resources/' },
    ),
    ...resourcesDoNotCircle,
    forbid(
      'not-to-a-test',
      'Product code that needs a test file has its roles mixed up.',
      { pathNot: '\\.(test|spec)\\.tsx?$' },
      { path: '\\.(test|spec)\\.tsx?$' },
    ),
    forbid(
      'server-never-imports-its-tests',
      'Helpers and contract cases are test code: what ships runs without them.',
      { path: '^server/', pathNot: '\\.(test|contract-cases)\\.ts$|^server/test/' },
      { path: '^server/test/|\\.contract-cases\\.ts$' },
    ),
    forbid(
      'runtime-dependencies-are-declared',
      'What the server imports must be installed on a machine that has no development packages.',
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
