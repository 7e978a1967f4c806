import {
  appearanceChoices,
  appearanceLabels,
  describeAppearanceChoice,
} from '#src/domain/appearance/appearance-labels.ts';
import { languageName } from '#src/lib/text/language-names.ts';

/** A setting of a customization, as people read it. */
export interface AppearanceField {
  /** Its place in the customization: `styling theme`. */
  path: string;
  label: string;
  value: string;
}

/** The text, number and boolean settings of a customization. Those that this console sets are called as in its form. */
export function listAppearanceFields(customization: object, path: readonly string[] = []): AppearanceField[] {
  return Object.entries(customization).flatMap(([name, value]): AppearanceField[] => {
    const names = [...path, name];
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return listAppearanceFields(value, names);
    return ['string', 'number', 'boolean'].includes(typeof value)
      ? [describeField(names, String(value))]
      : [];
  });
}

function describeField(names: readonly string[], value: string): AppearanceField {
  const path = names.join(' ');
  const [, styled = path] = /^styling (.*)/.exec(path) ?? [];
  const choice = styled.replaceAll(/ ([a-z])/g, (_, letter: string) => letter.toUpperCase());
  if (styled !== path && isChoice(choice)) {
    const description = describeAppearanceChoice(choice, value);
    return { path, label: appearanceChoices[choice].label, value: sentenceCase(description) };
  }
  if (path === 'internationalization locale')
    return { path, label: appearanceLabels.locale, value: languageName(value) };
  const picture = pictureLabels[path];
  if (picture !== undefined) return { path, label: picture, value };
  const words = styled.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return { path, label: capitalize(words), value: styled === path ? value : sentenceCase(value) };
}

/** A choice of another make as a label: `semi-bold` becomes “Semi bold”. Other texts stay. */
function sentenceCase(text: string): string {
  if (!/^[a-z]+([ -][a-z]+)*$/.test(text)) return text;
  return capitalize(text.replaceAll('-', ' '));
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const pictureLabels: Readonly<Record<string, string>> = {
  'logo light': appearanceLabels.logoLight,
  'logo dark': appearanceLabels.logoDark,
  'favicon icon': appearanceLabels.favicon,
};

/** The fields by how they are shown: as pictures, as colors, or in words. */
export function sortAppearanceFields(fields: readonly AppearanceField[]) {
  const isColor = ({ value }: AppearanceField) => /^#[0-9a-f]{6}$/i.test(value);
  const isPicture = ({ path, value }: AppearanceField) =>
    Object.hasOwn(pictureLabels, path) && /^https?:/.test(value);
  return {
    pictures: fields.filter(isPicture),
    colors: fields.filter(isColor),
    texts: fields.filter((field) => !isPicture(field) && !isColor(field)),
  };
}

const isChoice = (name: string): name is keyof typeof appearanceChoices =>
  Object.hasOwn(appearanceChoices, name);
