import { ExportDialog } from '#src/components/bulk/export-dialog.tsx';
import { Inspector } from '#src/components/inspector/inspector.tsx';
import { closeTool, openTool } from '#src/components/layout/layout-state.ts';
import { SavedViewsDialog } from '#src/domain/saved-views/saved-views-dialog.tsx';
import { useStore } from '#src/ui/browser/use-store.ts';

export function ToolHost() {
  const tool = useStore(openTool);
  if (!tool) return null;
  if (tool.kind === 'inspector') return <Inspector onClose={closeTool} />;
  if (tool.kind === 'saved-views') return <SavedViewsDialog onClose={closeTool} />;
  return <ExportDialog job={tool.job} onClose={closeTool} />;
}
