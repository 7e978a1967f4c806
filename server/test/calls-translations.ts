import { type CallFactory, callWith, createdId, organizationCall, type ApiFixture } from './call-parts.ts';
import { as } from './test-app.ts';

/** Translation settings. */
export async function translationParams({
  admin,
  base,
}: ApiFixture): Promise<{ translationSettingsId: string }> {
  const url = `${base}/translations`;
  return { translationSettingsId: await createdId(as(admin).post(url, { title: 'Nederlands' })) };
}

/** Calls of the operations on translation settings. */
export const TRANSLATION_CALLS = {
  listTranslations: organizationCall,
  createTranslation: () => ({ params: {}, body: { title: 'Nederlands' } }),
  getTranslation: callWith(translationParams),
  updateTranslation: callWith(translationParams, { title: 'Vlaams' }),
  deleteTranslation: callWith(translationParams),
} satisfies Record<string, CallFactory>;
