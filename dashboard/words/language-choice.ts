/** The language that this browser's reader has chosen for Order Manager. Without a choice the browser's own languages decide. */
const key = 'order-manager-language';

/** In order of preference. */
export function wantedLanguages(): readonly string[] {
  const chosen = localStorage.getItem(key);
  return chosen === null ? navigator.languages : [chosen, ...navigator.languages];
}

/** Words are read when modules are evaluated, so the page begins anew in the chosen language. */
export function chooseLanguage(language: string): void {
  localStorage.setItem(key, language);
  location.reload();
}
