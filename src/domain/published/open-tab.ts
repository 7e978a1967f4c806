import { toast, toastFailure } from '#src/components/toasts/toasts.ts';

/** Opens a URL in a new tab once it is known. */
export async function openTab(loadUrl: () => Promise<string>): Promise<void> {
  // Now, while the button is being pressed: browsers block tabs that scripts open later.
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  try {
    const url = await loadUrl();
    if (tab) tab.location.replace(url);
    else showBlocked(url);
  } catch (error) {
    tab?.close();
    toastFailure(error);
  }
}

function showBlocked(url: string): void {
  toast('The browser blocked the new tab', {
    tone: 'error',
    id: 'tab',
    action: { label: 'Open', run: () => void window.open(url, '_blank', 'noopener') },
  });
}
