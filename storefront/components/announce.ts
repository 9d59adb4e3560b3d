/** Says to screen readers what has changed on the page without moving the focus (WCAG 4.1.3). The region stands in the shell. */
export const announcementsId = 'announcements';

export function announce(text: string): void {
  const region = document.getElementById(announcementsId);
  if (region !== null) region.textContent = text;
}
