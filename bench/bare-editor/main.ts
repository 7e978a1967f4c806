/** On a click, fetches the page that the query names, and CodeMirror, and shows the one in the other. */
async function edit(): Promise<void> {
  const page = new URLSearchParams(location.search).get('page') ?? '';
  const [{ createEditor }, response] = await Promise.all([
    import('./editor.ts'),
    fetch(`${page}?format=markdown&metadata=false`),
  ]);
  if (!response.ok) throw new Error(`The page was not loaded: ${response.status}`);
  const { markdown }: { markdown: string } = await response.json();
  // What is around the text, where the benchmark compares with that; it takes the place of what was shown before.
  const screen = document.querySelector('#screen');
  if (screen) screen.innerHTML = window.benchAround ?? '';
  const parent = document.querySelector('#text') ?? document.querySelector('#editor');
  if (parent) createEditor(parent, markdown).focus();
}

document.querySelector('button')?.addEventListener('click', () => void edit());
