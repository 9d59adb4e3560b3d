import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Language } from '#contract/base/enumerations.ts';
import type { GuestMessagePreview } from '#contract/ordering/guest-messages.ts';
import { words } from '../../../words/words.ts';

const text = words.ordering.guestMessages;

/** The messages of one event as guests read them, in one language at a time. */
export function MessagePreviews({ previews }: { previews: readonly GuestMessagePreview[] }) {
  const languages = [...new Set(previews.map(({ language }) => language))];
  const own = languages.find((language) => language === words.language);
  const [language, setLanguage] = useState(own ?? languages[0]);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, pt: 1 }}>
      {languages.length > 1 && (
        <TextField
          select
          label={text.language}
          value={language}
          helperText={null}
          onChange={({ target }) => setLanguage(target.value as Language)}
          slotProps={{ select: { native: true } }}
          sx={{ maxWidth: 240 }}
        >
          {languages.map((one) => (
            <option key={one} value={one}>
              {text.languages[one]}
            </option>
          ))}
        </TextField>
      )}
      {previews
        .filter((preview) => preview.language === language)
        .map((preview) => (
          <Preview key={`${preview.channel} ${preview.mode}`} preview={preview} />
        ))}
    </Box>
  );
}

/** A message stands in its own language and direction. */
function Preview({ preview: { channel, mode, language, subject, text: message } }: { preview: GuestMessagePreview }) {
  const name = text.channels[channel];
  const caption = mode === null ? name : text.previewFor({ channel: name, mode: words.ordering.mode[mode] });
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <Typography component="figcaption" variant="body2" color="textSecondary">
        {caption}
      </Typography>
      <Box
        lang={language}
        dir={language === 'ar' ? 'rtl' : 'ltr'}
        sx={{ p: 1.5, mt: 0.5, borderRadius: 1, bgcolor: 'tone.subtle', overflowWrap: 'anywhere' }}
      >
        {subject !== null && <Typography sx={{ fontWeight: 600, pb: 1 }}>{subject}</Typography>}
        <Typography sx={{ whiteSpace: 'pre-line' }}>{message.trim()}</Typography>
      </Box>
    </Box>
  );
}
