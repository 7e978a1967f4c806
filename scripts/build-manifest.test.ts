import { describe, expect, it } from 'vitest';
import { collectClosure, listScreens, ownModules, screenModules, type Manifest } from './build-manifest.ts';

const split = '?tsr-split=component';
const manifest: Manifest = {
  'index.html': { file: 'boot.js', isEntry: true, dynamicImports: ['src/main.tsx'] },
  'src/main.tsx': { file: 'main.js', imports: ['_vendor.js'], css: ['main.css'] },
  '_vendor.js': { file: 'vendor.js', imports: ['src/main.tsx'] },
  '_table.js': { file: 'table.js' },
  [`src/routes/_shell.tsx${split}`]: { file: 'shell.js' },
  [`src/routes/_shell/o.$organizationId.tsx${split}`]: { file: 'organization.js' },
  [`src/routes/_shell/o.$organizationId/members.tsx${split}`]: { file: 'members.js', imports: ['_table.js'] },
  [`src/routes/_shell/o.$organizationId/teams/route.tsx${split}`]: { file: 'teams-layout.js' },
  [`src/routes/_shell/o.$organizationId/teams/$teamId.tsx${split}`]: {
    file: 'team.js',
    imports: ['_table.js'],
  },
};

describe('collectClosure', () => {
  it('follows static imports once each and includes styles', () => {
    expect([...collectClosure(manifest, ['src/main.tsx'])]).toEqual(['main.js', 'main.css', 'vendor.js']);
  });

  it('omits dynamic imports', () => {
    expect([...collectClosure(manifest, ['index.html'])]).toEqual(['boot.js']);
  });
});

describe('screenModules', () => {
  it('includes the layouts of a screen, in both naming schemes', () => {
    const files = collectClosure(
      manifest,
      screenModules(manifest, 'src/routes/_shell/o.$organizationId/teams/$teamId.tsx'),
    );
    expect(files).toEqual(
      new Set([
        'main.js',
        'main.css',
        'vendor.js',
        'shell.js',
        'organization.js',
        'teams-layout.js',
        'team.js',
        'table.js',
      ]),
    );
  });
});

describe('ownModules', () => {
  it('omits the layouts of a screen', () => {
    const modules = ownModules(manifest, 'src/routes/_shell/o.$organizationId/teams/$teamId.tsx');
    expect([...collectClosure(manifest, modules)]).toEqual(['team.js', 'table.js']);
  });
});

describe('listScreens', () => {
  it('lists every screen with its own chunk', () => {
    expect(listScreens(manifest)).toEqual([
      'src/routes/_shell.tsx',
      'src/routes/_shell/o.$organizationId.tsx',
      'src/routes/_shell/o.$organizationId/members.tsx',
      'src/routes/_shell/o.$organizationId/teams/$teamId.tsx',
      'src/routes/_shell/o.$organizationId/teams/route.tsx',
    ]);
  });
});
