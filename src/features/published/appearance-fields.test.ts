import { expect, it } from 'vitest';
import { listAppearanceFields, sortAppearanceFields } from './appearance-fields.ts';

const read = (customization: object) =>
  listAppearanceFields(customization).map(({ label, value }) => `${label}: ${value}`);

it('calls settings and their values as in the form of the appearance', () => {
  const styling = {
    theme: 'bold',
    corners: 'circular',
    sidebar: { background: 'filled', list: 'line' },
    primaryColor: { light: '#3D6F93' },
  };
  expect(read({ title: 'Help', styling, themes: { toggeable: true }, links: [] })).toEqual([
    'Title: Help',
    'Theme: Header in the primary color',
    'Corners: Very round',
    'Background of the page tree: Tinted',
    'Mark of the current page: Line',
    'Primary color light: #3D6F93',
    'Themes toggeable: true',
  ]);
});

it('calls the language and the pictures as in the form', () => {
  const favicon = { icon: 'https://docs.example/icon.png' };
  expect(read({ internationalization: { locale: 'fr' }, logo: { light: 'l.svg' }, favicon })).toEqual([
    'Language: French',
    'Logo: l.svg',
    'Icon: https://docs.example/icon.png',
  ]);
});

it('writes choices that the form does not have as labels, and other texts as they are', () => {
  const styling = { theme: 'gradient', icons: 'regular', font: 'ABeeZee', search: 'semi-hidden' };
  expect(read({ styling, title: 'docs' })).toEqual([
    'Theme: Gradient',
    'Icons: Regular',
    'Font: ABeeZee',
    'Search field: Semi hidden',
    'Title: docs',
  ]);
});

it('distinguishes the drawn value from the written one', () => {
  const fields = listAppearanceFields({
    title: '#ffffff is a title',
    styling: { primaryColor: { light: '#3D6F93', dark: 'red' }, corners: 'rounded' },
    logo: { light: 'https://docs.example/logo.svg', dark: 'javascript:alert(1)' },
    site: 'https://docs.example/',
  });
  const { pictures, colors, texts } = sortAppearanceFields(fields);
  expect(pictures.map(({ path }) => path)).toEqual(['logo light']);
  expect(colors.map(({ path }) => path)).toEqual(['styling primaryColor light']);
  expect(texts.map(({ path }) => path)).toEqual([
    'title',
    'styling primaryColor dark',
    'styling corners',
    'logo dark',
    'site',
  ]);
});
