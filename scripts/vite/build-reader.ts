/** Builds the script and the style sheets of published sites into `dist/reader`. */
import { build, type InlineConfig } from 'vite';

const output = 'dist/reader';

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
      rolldownOptions: { input, output: names },
    },
  };
}

for (const script of ['reader', 'writing']) {
  const names = { format: 'iife', entryFileNames: `${script}.js` } as const;
  await build(config(`server/published/browser/${script}.ts`, names));
}
for (const style of ['reader', 'reference']) {
  await build(config(`server/published/${style}.css`, { assetFileNames: `${style}.css` }));
}
