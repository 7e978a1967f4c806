/**
 * Tests that find nearly nothing which another one doesn't find. `npm test` leaves them out, and `npm run test:deep`
 * has them (decision 224). By reason and file; a title may be that of a group.
 */
export const repeats: readonly { reason: string; tests: Readonly<Record<string, readonly string[]>> }[] = [
  {
    reason:
      'The same component does the same at another noun, or in another of its ways, in a test of every day.',
    tests: {
      'account/account.spec.ts': [
        'a person who selects no organization for an API token is told so, by keyboard alone',
      ],
      'change-requests/review-layout.spec.ts': [
        'a reviewer gets to the end and the start of a long text by one key each',
      ],
      'change-requests/upload-faults.spec.ts': [
        'an upload in the place of a file that fails says so, is not lost, and is there once',
        'an upload as a cover that fails says so, is not lost, and is there once',
      ],
      'change-requests/view-as-site.spec.ts': [
        'a reviewer sees marked pages, and comes back to the review at the page',
      ],
      'comments/comments-writing.spec.ts': ['a commenter never mentions an outdated match with Enter'],
      'comments/suggestions.spec.ts': [
        'a commenter selects lines with the mouse, and finds what was typed after a reload',
        'a commenter touches the first and the last line, and suggests other ones',
      ],
      'content/content-touch.spec.ts': [
        'a person drags a tree row by touch after a long press on the handle',
        'a person opens a space with a tap',
      ],
      'content/content.spec.ts': [
        'an administrator moves a space into a collection',
        'an administrator moves items by dialog, but not a collection into itself',
        'an administrator moves selected items in the order of the tree, what is in one of them with it',
        'an administrator sees why a move next to a deleted item failed',
        'an administrator opens a collection with collections only and sees no empty list of spaces',
        'an administrator sees the empty state of content with the next step',
      ],
      'custom-fields/custom-fields.spec.ts': [
        'an administrator sees why filling down from an empty cell and pasting nothing change nothing',
      ],
      'home/home.spec.ts': ['a reviewer folds a group on home, and it stays folded'],
      'inbox/inbox-keys.spec.ts': [
        'a reviewer’s keys apply to the selected change request even while another is shown',
        'a reviewer sees the count of selected rows out of view and can show them',
      ],
      'inbox/inbox-pane.spec.ts': ['a reviewer unfolds a long text in the pane, and folds it again'],
      'members/member-page.spec.ts': [
        'a person sees “Not found” for an unknown member',
        'a person closes the dialog with Back, and the tab is in the URL',
      ],
      'members/members-bulk.spec.ts': [
        'an administrator confirms ignored columns before a file is applied',
        'an administrator sees that a long file is not saved as a draft',
      ],
      'members/members.spec.ts': [
        'a person uses the list with the keyboard alone',
        'a person sorting by last seen sees who is missing',
      ],
      'page-editor/nothing-lost.spec.ts': [
        'an author whose connection broke before the sign-in dialog was loaded signs in after a reload',
        'with a full disk and no connection, an author is told that the text is not kept',
      ],
      'page-editor/options.spec.ts': [
        'what could not be saved of the options stays as it was typed, and is saved once',
      ],
      'page-editor/pictures.spec.ts': [
        'an author writes on when a dialog does not load',
        'dialogs and options open without a connection',
        'an author pastes several files into the plain field',
        'an author tries again after the server refused an upload',
      ],
      'page-editor/preview.spec.ts': ['an open preview becomes dark with the console'],
      'page-editor/writing.spec.ts': ['an author opens a page at the heading in view'],
      'published/members.spec.ts': ['a member adds to one of their change requests'],
      'published/reference.spec.ts': ['the page looks well in both themes and widths, open and closed'],
      'shell/keyboard.spec.ts': [
        'an administrator manages spaces, fields, specifications and providers by keyboard',
        'a reviewer resolves a comment, approves and merges by keyboard',
      ],
      'shell/palette.spec.ts': [
        'a person’s arrow-key selection stays when better matches arrive',
        'a person cancels Enter by typing on',
      ],
      'shell/pickers.spec.ts': [
        'a person cancels Enter by typing on, and an unknown name selects no one',
        'a person selects the team that matches the current text',
      ],
      'shell/shell.spec.ts': ['a person finds a member and a team by name'],
      'site-customization/site-customization.spec.ts': ['links are moved and removed by keyboard'],
      'site-structure/site-structure-changes.spec.ts': [
        'an administrator confirms when undoing an addition',
        'an administrator undoes by key only on the current structure, and by notification anywhere',
        'a person can access the editor, its panel, dialogs and drag state',
      ],
      'site-structure/site-structure-editing.spec.ts': [
        'an administrator sees the published URL in the panel uncovered',
        'an administrator confirms leaving with unsaved changes',
      ],
      'site-structure/site-structure-touch.spec.ts': [
        'a person moves an item with buttons',
        'a person sees added items in the tree and an uncovered sheet',
        'a person sees the save bar at the bottom of a sheet',
      ],
      'site-structure/site-structure.spec.ts': [
        'an administrator moves a section out of its group',
        'an administrator moves a group',
        'an administrator moves a site space into another section',
        'an administrator expands a group by hovering while dragging',
        'an administrator sees that a section’s only site space can’t be moved',
      ],
      'sites/sites.spec.ts': ['an administrator creates a site with a new space'],
      'spaces/history.spec.ts': ['a reader is told that no site contains the space'],
      'spaces/spaces.spec.ts': ['a person sees “Not found” for an unknown space'],
      'spaces/trash.spec.ts': ['an administrator sees what an empty trash is for'],
      'teams/teams.spec.ts': [
        'a person filters teams by name and by management, and the URL keeps the filters',
      ],
    },
  },
  {
    reason: 'Only a text, a width, a field or an answer is another one.',
    tests: {
      'foreign/politeness.spec.ts': ['a person doesn’t notice that a read failed once with 500'],
      'foreign/truths.spec.ts': [
        'a person is asked before a site space is created anew, by a server with its definition',
      ],
      'page-editor/completion.spec.ts': [
        'an author chooses a block from a list in the plain field, by keyboard',
      ],
      'page-editor/fields.spec.ts': [
        'an author composes characters in the plain field',
        'the browser checks the spelling in the plain field, and Tab leaves it',
        'an author writes lines from right to left beside others',
      ],
      'page-editor/writing.spec.ts': ['text stays where it is when the toolbar comes, 1100 pixels wide'],
      'published/previews.spec.ts': ['previews show a site that visitors cannot just read: share-link'],
      'settings/settings.spec.ts': ['nothing moves when the form of /settings/access loads late'],
      'shell/loading.spec.ts': ['a person sees the layout from the first paint of a slow start, narrow'],
      'shell/page-bar.spec.ts': [
        'a person sees the bar of one height with all its actions over a title, unbroken',
        'a person sees the bar of one height with all its actions over a title, right to left',
        'a person sees the bar of one height with all its actions over a title, emoji',
      ],
      'shell/tab-order.spec.ts': [
        'a person tabs through the frame and into each screen in reading order, narrow',
      ],
      'shell/toasts.spec.ts': ['a person saves beside a toast, on a window'],
    },
  },
  {
    reason:
      'Its layout on a phone is looked at with all screens; what is done there is done in the wide layout.',
    tests: {
      'change-requests/view-as-site.spec.ts': [
        'a reviewer chooses one of several sites with the keyboard on a phone',
      ],
      'content/content-table.spec.ts': [
        'an administrator reads a title and one line of details, and the page scrolls',
      ],
      'custom-fields/custom-fields.spec.ts': ['a person scrolls the matrix on a phone'],
      'invites/invites.spec.ts': ['an administrator reads the links on a phone'],
      'members/members-bulk.spec.ts': ['an administrator selects members on a phone'],
      'page-editor/options.spec.ts': ['an author selects and removes a cover'],
      'published/corrections.spec.ts': ['a member corrects what they selected on a phone'],
      'site-customization/site-customization.spec.ts': [
        'on a phone the preview is behind a switch, and keeps what is typed',
      ],
      'site-structure/site-structure-touch.spec.ts': ['a person can access the editor on a phone'],
      'spaces/content-reading.spec.ts': ['a reader opens a page from the folded pages, which fold again'],
      'teams/teams.spec.ts': ['an administrator adds people to a team on a phone'],
      'visitors/visitors.spec.ts': ['a person sees one segment at a time on a phone'],
    },
  },
  {
    reason:
      'What others have changed or forbid meanwhile is told by one part for all nouns, which other tests have.',
    tests: {
      'change-requests/change-requests.spec.ts': [
        'a reviewer sees that someone else merged, and actions disappear',
      ],
      'change-requests/files.spec.ts': ['a reader cannot change the files of a change request'],
      'change-requests/find-replace.spec.ts': [
        'an author replaces again after the answer was lost and the change request has moved on',
      ],
      'change-requests/page-tree.spec.ts': [
        'an author moves a page while others write, and sees when they moved pages',
        'an author reads what is merged or archived, and sees why nothing can be changed',
      ],
      'comments/suggestions.spec.ts': ['a reader sees suggestions and why they can’t make one'],
      'invites/invites.spec.ts': [
        'an administrator cannot open a link revoked by someone else and still sees the list',
      ],
      'members/member-changes.spec.ts': [
        'an administrator who just lost the role sees one error, and the row reverts',
        'an administrator steps down if there is another one, and loses the controls',
      ],
      'page-editor/options.spec.ts': ['two authors change the same title, and the second one chooses'],
      'page-editor/writing.spec.ts': ['a commenter and a reader of a merged change request cannot edit'],
      'published/corrections.spec.ts': ['a member is told that what they selected has changed'],
      'site-customization/site-customization.spec.ts': ['two people change the look of a site'],
      'site-structure/site-structure-changes.spec.ts': [
        'an administrator sees why undo fails after someone else’s change',
      ],
      'sites/hostname.spec.ts': ['an administrator is told what another one has set meanwhile'],
      'teams/teams.spec.ts': [
        'an administrator sees an error in the open form when the people no longer exist',
      ],
      'translations/translations.spec.ts': [
        'an administrator is asked before overwriting a title that someone else changed',
      ],
    },
  },
  {
    reason: 'The script takes no part; what is read without it is in `reading` and `reference`.',
    tests: {
      'published/choices.spec.ts': ['without the script'],
      'published/features.spec.ts': ['without the script'],
      'published/journeys.spec.ts': ['without the script'],
    },
  },
  {
    reason: 'The rule is the server’s, and tested there; the screen is used in another test.',
    tests: {
      'account/linking.spec.ts': [
        'an invited person confirms the first single sign-on: by mail, and by an administrator’s link',
      ],
      'audit-log/audit-log.spec.ts': [
        'an administrator sees names and roles of added members, also after their removal',
      ],
      'change-requests/change-requests.spec.ts': [
        'a reviewer sees that a merge with conflicts changed nothing',
        'a reviewer resolves conflicts of files by keyboard',
      ],
      'change-requests/differences.spec.ts': [
        'a reviewer finds the changes of a page with 20,000 lines',
        'a reviewer distinguishes newly broken links, also in other spaces',
      ],
      'invites/invites-joining.spec.ts': ['a signed-out person signs in and then joins'],
      'members/members-bulk.spec.ts': [
        'an administrator adds people to teams from files in different encodings and formats',
        'an administrator sees that people without an identity provider are not added',
      ],
      'published/members.spec.ts': ['a member is known at an origin of published sites'],
      'settings/settings.spec.ts': [
        'an administrator sees who can see a site and what removing a section does',
      ],
      'site-structure/site-structure-editing.spec.ts': ['an administrator sees where a condition is invalid'],
      'spaces/spaces-import.spec.ts': ['an editor sees that a locked space accepts no import'],
      'visitors/visitor-authentication.spec.ts': [
        'the code that the screen offers signs tokens that the site accepts',
      ],
    },
  },
];

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Matches their full titles, which begin with project and file. */
export const repeatsPattern = new RegExp(
  repeats
    .flatMap(({ tests }) => Object.entries(tests))
    .map(([file, titles]) => `${escape(file)} (.* )?(${titles.map(escape).join('|')})( |$)`)
    .join('|'),
);
