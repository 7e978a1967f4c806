import { type CallFactory, contentCall } from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { publishPage } from '#server/test/fake-web.ts';

const importCall =
  (names: Parameters<typeof contentCall>[0]): CallFactory =>
  (fixture) => {
    const url = publishPage('https://imports.example/page', '<title>Tides</title><p>High and low.</p>');
    return contentCall(names, { url, source: 'html' })(fixture);
  };

export const contentImportCases = contractCases({
  calls: {
    importSpaceContent: importCall(['spaceId']),
    importChangeRequestContent: importCall(['spaceId', 'changeRequestId']),
    importOrganizationContent: () => ({
      params: {},
      body: { url: publishPage('https://imports.example/page', '<title>Tides</title><p>High.</p>') },
    }),
  },
  // oxfmt-ignore
  permissions: {
    //                          none bad  outs disa gues read comm edit revi crea owne admi
    importSpaceContent:         [401, 401, 404, 403, 404, 403, 403, 201, 201, 201, 403, 201],
    importChangeRequestContent: [401, 401, 404, 403, 404, 403, 403, 201, 201, 201, 403, 201],
    importOrganizationContent:  [401, 401, 404, 403, 403, 403, 403, 403, 403, 201, 403, 201],
  },
  lists: {},
  ids: {},
});
