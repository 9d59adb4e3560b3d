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
