import { type Arrange, at, created, nothing, type Scene } from './call-parts.ts';
import { as } from './test-app.ts';

/** Translation settings. */
export async function translation({ admin, base }: Scene): Promise<{ translationSettingsId: string }> {
  const url = `${base}/translations`;
  return { translationSettingsId: await created(as(admin).post(url, { title: 'Nederlands' })) };
}

/** Calls of the operations on translation settings. */
export const TRANSLATION_CALLS = {
  listTranslations: nothing,
  createTranslation: () => ({ params: {}, body: { title: 'Nederlands' } }),
  getTranslation: at(translation),
  updateTranslation: at(translation, { title: 'Vlaams' }),
  deleteTranslation: at(translation),
} satisfies Record<string, Arrange>;
