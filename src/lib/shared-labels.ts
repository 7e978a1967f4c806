/** Texts that three or more screens share. A text of one noun stays in its `labels.ts`. */

// Buttons and menu entries. Entries that open a dialog end in “…”.
export const addMembersLabel = 'Add members';
export const addToTeamLabel = 'Add to team';
export const cancelLabel = 'Cancel';
export const clearFiltersLabel = 'Clear filters';
export const clearSearchLabel = 'Clear search';
export const closeLabel = 'Close';
export const copyLinkLabel = 'Copy link';
export const deleteDialogLabel = 'Delete…';
export const discardLabel = 'Discard';
export const dismissLabel = 'Dismiss';
export const exportCsvLabel = 'Export CSV…';
export const moreActionsLabel = 'More actions';
export const newSpaceLabel = 'New space';
export const redoLabel = 'Redo';
export const removeDialogLabel = 'Remove…';
export const removeFromTeamLabel = 'Remove from team';
export const removeLabel = 'Remove';
export const renameDialogLabel = 'Rename…';
export const renameLabel = 'Rename';
export const reopenLabel = 'Reopen';
export const requestReviewLabel = 'Request review';
export const requireSsoLabel = 'Require single sign-on';
export const saveChangesLabel = 'Save changes';
export const saveLabel = 'Save';
export const searchTeamsLabel = 'Search teams';
export const snoozeLabel = 'Snooze';
export const tryAgainLabel = 'Try again';
export const undoLabel = 'Undo';

// Fields and columns.
export const authorLabel = 'Author';
export const certificateLabel = 'Certificate';
export const changeRequestLabel = 'Change request';
export const collectionLabel = 'Collection';
export const createdLabel = 'Created';
export const defaultAccessLabel = 'Default access';
export const descriptionLabel = 'Description';
export const emojiLabel = 'Emoji';
export const iconLabel = 'Icon';
export const lastSeenLabel = 'Last seen';
export const locationLabel = 'Location';
export const memberLabel = 'Member';
export const nameLabel = 'Name';
export const organizationRoleLabel = 'Organization role';
export const requestIdLabel = 'Request ID';
export const roleLabel = 'Role';
export const siteLabel = 'Site';
export const sourceLabel = 'Source';
export const spaceLabel = 'Space';
export const statusLabel = 'Status';
export const subjectLabel = 'Subject';
export const teamLabel = 'Team';
export const teamRoleLabel = 'Team role';
export const titleLabel = 'Title';
export const typeLabel = 'Type';
export const updatedLabel = 'Updated';
export const urlLabel = 'URL';
export const visibilityLabel = 'Visibility';

// Screens and their sections.
export const accessLabel = 'Access';
export const apiRequestsLabel = 'API requests';
export const apiSpecsLabel = 'API specifications';
export const auditLogLabel = 'Audit log';
export const brokenLinksLabel = 'Broken links';
export const changeRequestsLabel = 'Change requests';
export const changesLabel = 'Changes';
export const commentsLabel = 'Comments';
export const contentLabel = 'Content';
export const customFieldsLabel = 'Custom fields';
export const filesLabel = 'Files';
export const inboxLabel = 'Inbox';
export const inviteLinksLabel = 'Invite links';
export const keyboardShortcutsLabel = 'Keyboard shortcuts';
export const linksLabel = 'Links';
export const membersLabel = 'Members';
export const myChangesLabel = 'My changes';
export const overviewLabel = 'Overview';
export const pagesLabel = 'Pages';
export const peopleLabel = 'People';
export const preferencesLabel = 'Preferences';
export const settingsLabel = 'Settings';
export const singleSignOnLabel = 'Single sign-on';
export const sitesLabel = 'Sites';
export const spacesLabel = 'Spaces';
export const structureLabel = 'Structure';
export const teamsLabel = 'Teams';
export const topLevelLabel = 'Top level';
export const translationsLabel = 'Translations';

// Values and states.
export const archivedLabel = 'Archived';
export const changesRequestedLabel = 'Changes requested';
export const hiddenFromNavigationLabel = 'Hidden from navigation';
export const loadingLabel = 'Loading';
export const needsYourReviewLabel = 'Needs your review';
export const neverLabel = 'Never';
export const noLabel = 'No';
export const noneLabel = 'None';
export const notPublishedLabel = 'Not published';
export const outdatedLabel = 'Outdated';
export const searchingLabel = 'Searching…';
export const selectedLabel = 'Selected';
export const unknownLabel = 'Unknown';
export const yesLabel = 'Yes';

// Messages.
export const alreadyFirstMessage = 'Already first.';
export const alreadyLastMessage = 'Already last.';
export const itemRemovedMessage = 'The item was removed in the meantime.';
export const noChangesMessage = 'No changes.';
export const noCustomFieldsMessage = 'No custom fields yet';
export const pageLockedMessage = 'Editable through change requests only.';
export const requiredMessage = 'Required';
