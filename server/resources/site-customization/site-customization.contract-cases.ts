import { callWith, siteParams } from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { emojis } from '#server/test/contract/texts.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"/>';

export const siteCustomizationCases = contractCases({
  calls: {
    getSiteCustomization: callWith(siteParams),
    updateSiteCustomization: callWith(siteParams, { title: 'Handbook' }),
    createSiteCustomizationDraft: callWith(siteParams, { title: 'Handbook' }),
    createSitePicture: callWith(siteParams, { data: Buffer.from(svg).toString('base64') }),
  },
  // oxfmt-ignore
  permissions: {
    //                            none bad  outs disa gues read comm edit revi crea owne admi
    getSiteCustomization:         [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    updateSiteCustomization:      [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    createSiteCustomizationDraft: [401, 401, 404, 403, 404, 403, 403, 403, 403, 201, 403, 201],
    createSitePicture:            [401, 401, 404, 403, 404, 403, 403, 403, 403, 201, 403, 201],
  },
  lists: {},
  limits: {
    updateSiteCustomization: { title: [1, 128, emojis] },
    createSiteCustomizationDraft: { title: [1, 128, emojis] },
    createSitePicture: { data: [1, 349_528, null] },
  },
  exceptions: {
    createSiteCustomizationDraft: { isUnaudited: true },
    // Nothing shows it before an update of the customization, which is audited.
    createSitePicture: { isUnaudited: true },
  },
  ids: {},
});
