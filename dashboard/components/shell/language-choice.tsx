import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { languages as mailLanguages } from '#contract/base/enumerations.ts';
import { client } from '../../api/api.ts';
import { currentSession } from '../../api/session.ts';
import { chooseLanguage } from '../../words/language-choice.ts';
import { languages, words } from '../../words/words.ts';

/** Each language by its own name, so that its readers find it among words they cannot read. */
const choices = languages.map((language) => ({
  language,
  name: new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language,
}));

/** Mails to whoever is signed in follow. Where that call fails the device has its language all the same. */
async function choose(language: string): Promise<void> {
  const session = currentSession();
  const mailLanguage = mailLanguages.find((one) => one === language);
  if (session !== null && session.isSupportAccess !== true && mailLanguage !== undefined) {
    await client.call('POST /auth/choose-language', { body: { language: mailLanguage } }).catch(() => undefined);
  }
  chooseLanguage(language);
}

/** The language of Order Manager on this device; `isOnDrawer`: in the colours of the navigation. */
export function LanguageChoice({ isOnDrawer = false }: { isOnDrawer?: boolean }) {
  return (
    <Box
      component="fieldset"
      aria-label={words.general.shell.language}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, border: 0, m: 0, p: 0, minInlineSize: 0 }}
    >
      {choices.map(({ language, name }) => (
        <Button
          key={language}
          lang={language}
          color={isOnDrawer ? 'inherit' : 'primary'}
          variant={language === words.language ? 'outlined' : 'text'}
          aria-pressed={language === words.language}
          onClick={() => void choose(language)}
        >
          {name}
        </Button>
      ))}
    </Box>
  );
}
