/** Accessible names that three or more test files use. */

export const accessDeniedName = 'Access denied';
export const addName = 'Add';
export const addSpacesName = 'Add spaces';
export const breadcrumbsName = 'Breadcrumbs';
export const changeRoleOfMembersName = 'Change role of members';
export const commentName = 'Comment';
export const conditionName = 'Condition';
export const csvName = 'CSV';
export const documentName = 'Document';
export const editName = 'Edit';
export const emailAddressesName = 'Email addresses';
export const listOptionsName = 'Save, share or export list';
export const mainName = 'Main';
export const mergeName = 'Merge';
export const mergeChecksName = 'Merge checks';
export const messagesName = 'Messages';
export const moveName = 'Move';
export const moveToName = 'Move to…';
export const newTeamName = 'New team';
export const notificationsName = 'Notifications';
export const planName = 'Plan';
export const positionName = 'Position';
export const publishName = 'Publish';
export const resolveName = 'Resolve';
export const reviewersName = 'Reviewers';
export const revokeName = 'Revoke';
export const roleName = 'Role…';
export const searchAndCommandsName = 'Search and commands';
export const signInName = 'Sign in';
export const signInLinkOrAPITokenName = 'Sign-in link or API token';
export const slugName = 'Slug';
export const writeFirstPageName = 'Write the first page';

/** The menu entry that merges although rules are not met. */
export const bypassName = 'Merge against the rules…';
