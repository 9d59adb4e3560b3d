/**
 * Begins the scripts that the page names in its template, once the menu has been painted: until then they would only compete with
 * it for a slow connection. Nobody who touches the page before that has to wait longer.
 */
function startScripts(): void {
  const template = document.querySelector<HTMLTemplateElement>('template#scripts');
  template?.remove();
  if (template !== null) document.head.append(template.content);
}

function startScriptsWhenPainted(): void {
  requestAnimationFrame(() => setTimeout(startScripts));
}

/** A picture that never comes keeps nobody from ordering. */
const longestWaitMilliseconds = 10_000;

if (document.readyState === 'complete') startScriptsWhenPainted();
else addEventListener('load', startScriptsWhenPainted);
setTimeout(startScripts, longestWaitMilliseconds);
addEventListener('pointerdown', startScripts);
addEventListener('keydown', startScripts);

/**
 * A button that is tapped before the site has taken the page over has its taps counted, and is pressed as often by
 * `entry-client` once it has.
 */
function rememberTap({ target }: MouseEvent): void {
  if (document.documentElement.hasAttribute('data-live')) return removeEventListener('click', rememberTap, true);
  const button = target instanceof Element ? target.closest('button') : null;
  if (button !== null) button.dataset['tapped'] = String(Number(button.dataset['tapped'] ?? 0) + 1);
}
addEventListener('click', rememberTap, true);
