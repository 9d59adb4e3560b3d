/** Says to screen readers what has changed on the page without moving the focus (WCAG 4.1.3). The region stands in the shell. */
export const announcementsId = 'announcements';

let latest = '';

export function announce(text: string): void {
  latest = text;
  sayLatest();
}

/** Outside an open dialog everything is silent; a dish that was added is told once the last one has closed. */
function sayLatest(): void {
  const region = document.getElementById(announcementsId);
  const dialog = document.querySelector('dialog[open]');
  if (dialog !== null) dialog.addEventListener('close', sayLatest, { once: true });
  else if (region !== null) region.textContent = latest;
}
