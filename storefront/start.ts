/**
 * Begins the scripts that the page names in its template, once the menu has been painted: until then they would only compete with
 * it for a slow connection. Nobody who touches the page before that has to wait longer.
 */
function begin(): void {
  const template = document.querySelector<HTMLTemplateElement>('template#scripts');
  template?.remove();
  if (template !== null) document.head.append(template.content);
}

function beginWhenPainted(): void {
  requestAnimationFrame(() => setTimeout(begin));
}

/** A picture that never comes keeps nobody from ordering. */
const longestWait = 10_000;

if (document.readyState === 'complete') beginWhenPainted();
else addEventListener('load', beginWhenPainted);
setTimeout(begin, longestWait);
addEventListener('pointerdown', begin);
addEventListener('keydown', begin);

/** A button that is tapped before the site has taken the page over is marked, and pressed by `entry-client` once it has. */
function remember({ target }: MouseEvent): void {
  for (const other of document.querySelectorAll('[data-tapped]')) other.removeAttribute('data-tapped');
  if (document.documentElement.hasAttribute('data-live')) return removeEventListener('click', remember, true);
  if (target instanceof Element) target.closest('button')?.setAttribute('data-tapped', '');
}
addEventListener('click', remember, true);
