/** Parts that are needed after the text is there, as one file. */
export { ConflictDialog } from './conflict-dialog.tsx';
export { InsertDialog } from './insert-dialog.tsx';
export { PageOptions } from './page-options.tsx';
export { PagePreview } from './page-preview.tsx';
