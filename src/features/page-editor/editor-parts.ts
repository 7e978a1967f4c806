/** Parts that are needed after the text is there, as one file. */
export { ConflictDialog } from './dialogs/conflict-dialog.tsx';
export { InsertDialog } from './dialogs/insert-dialog.tsx';
export { PageOptions } from './options/page-options.tsx';
export { PagePreview } from './preview/page-preview.tsx';
