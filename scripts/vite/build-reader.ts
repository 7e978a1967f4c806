/** Builds the script and the style sheets of published sites into `dist/reader`; with `--watch`, again on each change. */
import { build, type InlineConfig } from 'vite';

const output = 'dist/reader';
const isWatching = process.argv.includes('--watch');

/** Colors are written `light-dark(…)`: browsers without it would need every rule twice. */
const cssTarget = ['chrome123', 'edge123', 'firefox120', 'safari17.5'];

function config(
  input: string,
  names: NonNullable<NonNullable<InlineConfig['build']>['rolldownOptions']>['output'],
): InlineConfig {
  return {
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: output,
      emptyOutDir: false,
      target: 'es2022',
      cssTarget,
      modulePreload: false,
      watch: isWatching ? {} : null,
      rolldownOptions: { input, output: names },
    },
  };
}

/** Builds one file; when watching, resolves with its first build. */
async function buildFile(...file: Parameters<typeof config>): Promise<void> {
  const built = await build(config(...file));
  if ('on' in built)
    await new Promise<void>((resolve) =>
      built.on('event', ({ code }) => {
        if (code === 'END') resolve();
      }),
    );
}

for (const script of ['reader', 'writing']) {
  const names = { format: 'iife', entryFileNames: `${script}.js` } as const;
  await buildFile(`server/published/browser/${script}.ts`, names);
}
for (const style of ['reader', 'reference', 'blocks']) {
  await buildFile(`server/published/layout/${style}.css`, { assetFileNames: `${style}.css` });
}
if (isWatching) {
  process.once('disconnect', () => process.exit());
  process.send?.('built');
}
