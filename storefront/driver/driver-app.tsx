import { useCallback, useEffect, useState } from 'react';
import { createClient } from '#contract/base/client.ts';
import { RunScreen } from './run-screen.tsx';
import { SignIn } from './sign-in.tsx';
import { readStored, store } from './stored.ts';
import { loadSpoken, type Spoken, SpokenProvider } from './words.ts';

const tokenName = 'driver-token';
const linkName = 'driver-link';

/** The secret of the link stands behind the #. It is kept, so that the page opens from the home screen as well. */
function readLink(): string | null {
  const inAddress = location.hash.slice(1);
  const before = readStored(linkName);
  if (inAddress === '' || inAddress === before) return before;
  // Another driver's link, or a new one: the session before is not theirs.
  store(linkName, inAddress);
  store(tokenName, null);
  return inAddress;
}

export function DriverApp({ first }: { first: Spoken }) {
  const [spoken, setSpoken] = useState(first);
  const [link] = useState(readLink);
  const [token, setToken] = useState(() => readStored(tokenName));
  const { language, words } = spoken;

  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
    document.title = words.title;
  }, [language, words]);

  useEffect(() => {
    // A link that is opened in this tab changes the address alone.
    const reload = () => location.reload();
    addEventListener('hashchange', reload);
    return () => removeEventListener('hashchange', reload);
  }, []);

  const enter = (entered: string) => {
    store(tokenName, entered);
    setToken(entered);
  };
  const leave = useCallback(() => {
    store(tokenName, null);
    setToken(null);
  }, []);

  function signOut() {
    // The session ends here in any case; on the server as soon as it hears of it, or by itself.
    const client = createClient({ fetch: (url, init) => fetch(url, init), token: () => token });
    void client.call('POST /delivery/signout-driver', { keepalive: true }).catch(() => undefined);
    leave();
  }

  async function switchLanguage() {
    const other = language === 'ar' ? 'en' : 'ar';
    store('driver-language', other);
    setSpoken(await loadSpoken(other));
  }

  return (
    <SpokenProvider value={spoken}>
      <header className="bar">
        <h1>{words.title}</h1>
        <button
          type="button"
          className="quiet"
          lang={language === 'ar' ? 'en' : 'ar'}
          onClick={() => void switchLanguage()}
        >
          {words.language}
        </button>
        {token !== null && (
          <button type="button" className="quiet" onClick={signOut}>
            {words.signOut}
          </button>
        )}
      </header>
      <main>
        {token === null ? <SignIn link={link} onEntered={enter} /> : <RunScreen token={token} onEnded={leave} />}
      </main>
    </SpokenProvider>
  );
}
