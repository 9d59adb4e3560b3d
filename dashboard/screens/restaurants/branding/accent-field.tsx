import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type Control, useController } from 'react-hook-form';
import { accentTokens, contrast, defaultAccent } from '#contract/restaurants/brand-colours.ts';
import { words } from '../../../words/words.ts';
import { type BrandingForm, isColour } from './branding-form.ts';

const text = words.restaurants.branding;

const presets = {
  terracotta: '#C2410C',
  tomato: '#D92D20',
  saffron: '#F5B301',
  leaf: '#2E7D32',
  teal: '#0F766E',
  ocean: '#1D4ED8',
  grape: '#7E22CE',
  rose: '#BE185D',
  coal: '#1F2937',
} as const;
const presetNames = Object.keys(presets) as (keyof typeof presets)[];

/** The restaurant's colour: picked, typed or suggested, with what becomes of it on the site. */
export function AccentField({ control }: { control: Control<BrandingForm> }) {
  const { field, fieldState } = useController({ control, name: 'accent' });
  const colour = isColour(field.value) ? field.value : defaultAccent;
  const choose = (next: string) => field.onChange(next.toUpperCase());
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minInlineSize: 0, display: 'grid', gap: 1.5 }}>
      <Typography variant="subtitle2" component="legend" sx={{ p: 0, mb: 0.5 }}>
        {text.accent}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 1 }}>
        <Box
          component="input"
          type="color"
          aria-label={text.accentPick}
          value={colour.toLowerCase()}
          onChange={(event) => choose(event.currentTarget.value)}
          sx={{
            inlineSize: 64,
            blockSize: 'var(--control)',
            flex: 'none',
            p: 0.5,
            border: '1px solid',
            borderColor: 'tone.controlBorder',
            borderRadius: 1,
            bgcolor: 'background.paper',
            cursor: 'pointer',
          }}
        />
        <TextField
          name={field.name}
          inputRef={field.ref}
          value={field.value}
          onChange={(event) => choose(event.target.value.trim())}
          onBlur={field.onBlur}
          label={text.accentCode}
          error={fieldState.error !== undefined}
          helperText={null}
          slotProps={{ htmlInput: { maxLength: 7, autoComplete: 'off', spellCheck: false, dir: 'ltr' } }}
          sx={{ flex: '1 1 auto', minInlineSize: '8rem', maxInlineSize: '10rem' }}
        />
      </Box>
      {fieldState.error !== undefined && (
        <Typography role="alert" variant="caption" color="error">
          {fieldState.error.message}
        </Typography>
      )}
      <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minInlineSize: 0 }}>
        <Typography component="legend" variant="body2" sx={{ p: 0, color: 'tone.ink3' }}>
          {text.presets}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
          {presetNames.map((name) => (
            <ButtonBase
              key={name}
              aria-label={text.preset({ name: text.presetNames[name], colour: presets[name] })}
              aria-pressed={colour.toUpperCase() === presets[name]}
              onClick={() => choose(presets[name])}
              sx={{
                inlineSize: 44,
                blockSize: 44,
                borderRadius: '50%',
                border: '4px solid',
                borderColor: 'background.paper',
                boxShadow: (theme) =>
                  `0 0 0 ${colour.toUpperCase() === presets[name] ? 2 : 1}px ${
                    colour.toUpperCase() === presets[name]
                      ? theme.vars!.palette.text.primary
                      : theme.vars!.palette.tone.controlBorder
                  }`,
                bgcolor: presets[name],
              }}
            />
          ))}
        </Box>
      </Box>
      <Contrast colour={colour.toUpperCase()} />
    </Box>
  );
}

/** The colour of text on the accent, and its contrast; says so too where the accent had to be made darker. */
function Contrast({ colour }: { colour: string }) {
  const tokens = accentTokens(colour);
  const ratio = words.restaurants.branding.contrastOf({
    ratio: inWords(contrast(tokens.accent, tokens.onAccent)),
    text: tokens.onAccent === '#ffffff' ? 'white' : 'dark',
  });
  const isDarker = tokens.accent !== colour.toLowerCase();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
      <Box
        aria-hidden
        sx={{
          display: 'grid',
          placeItems: 'center',
          minBlockSize: 44,
          px: 2.5,
          border: `1px solid ${tokens.accentEdge}`,
          borderRadius: '12px',
          bgcolor: tokens.accent,
          color: tokens.onAccent,
          fontWeight: 600,
        }}
      >
        {text.contrastSample}
      </Box>
      <Box component="output" aria-label={text.contrast} sx={{ flex: '1 1 240px', minInlineSize: 0 }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {ratio}
        </Typography>
        {isDarker && (
          <Typography variant="body2" color="textSecondary">
            {text.darkened({
              chosen: colour,
              ratio: inWords(contrast(colour, '#ffffff')),
              drawn: tokens.accent.toUpperCase(),
            })}
          </Typography>
        )}
        {tokens.accentText !== tokens.accent && (
          <Typography variant="body2" color="textSecondary">
            {text.textOf({ text: tokens.accentText.toUpperCase() })}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

const ratioFormat = new Intl.NumberFormat(words.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Never more than there is: 4.49 is no 4.5. */
function inWords(ratio: number): string {
  return ratioFormat.format(Math.floor(ratio * 10) / 10);
}
