import { type FormEvent, useState } from 'react';
import { createClient } from '#contract/base/client.ts';
import { pressable } from '../components/pressable.ts';
import { problemText, useSpoken } from './words.ts';

const client = createClient({ fetch: (url, init) => fetch(url, init), token: () => null });

export function SignIn({ link, onEntered }: { link: string | null; onEntered: (token: string) => void }) {
  const { words } = useSpoken();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  if (link === null) return <p className="empty">{words.noLink}</p>;

  async function open(event: FormEvent) {
    event.preventDefault();
    if (isBusy || code.trim() === '') return;
    setBusy(true);
    setProblem(null);
    try {
      const { token } = await client.call('POST /delivery/signin-driver', { body: { link: link!, code } });
      onEntered(token);
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  }

  return (
    <form className="stack" onSubmit={(event) => void open(event)}>
      <label className="field">
        <span>{words.codeLabel}</span>
        <input
          value={code}
          onChange={(event) => setCode(event.target.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          dir="ltr"
          aria-describedby="code-hint"
        />
      </label>
      <p id="code-hint" className="hint">
        {words.codeHint}
      </p>
      <p role="alert" className="problem">
        {problem === null ? '' : problemText(problem, words)}
      </p>
      <button type="submit" className="primary" {...pressable(!isBusy)}>
        {words.open}
      </button>
    </form>
  );
}
