/** Says to screen readers what has changed on the page without moving the focus (WCAG 4.1.3). The region stands in the shell. */
export const announcementsId = 'announcements';

export function announce(text: string): void {
  const region = document.getElementById(announcementsId);
  if (region === null) return;
  const write = () => {
    region.textContent = text;
  };
  // Outside an open dialog everything is silent; a dish that was added is told once it has closed.
  const dialog = document.querySelector('dialog[open]');
  if (dialog === null) write();
  else dialog.addEventListener('close', write, { once: true });
}
