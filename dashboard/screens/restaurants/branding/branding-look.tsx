import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { Hint } from '../../../components/feedback/hint.tsx';
import { ImageField } from '../../../components/form/image-field.tsx';
import { words } from '../../../words/words.ts';
import { AccentField } from './accent-field.tsx';
import { type BrandingForm, isColour } from './branding-form.ts';
import { BrandingPreview } from './branding-preview.tsx';

const text = words.restaurants.branding;

interface BrandingLookProps {
  form: UseFormReturn<BrandingForm>;
  /** The accent on the site, shown while the typed one is no colour yet. */
  savedAccent: string;
  /** Share of the pictures that has been sent; null while nothing is sent. */
  progress: number | null;
}

/** Logo, cover and colour, and beside them what guests will see. */
export function BrandingLook({ form: { control }, savedAccent, progress }: BrandingLookProps) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        p: 2,
        // On a phone the drawing comes after the colours, where it is seen while one is chosen.
        gridTemplateAreas: {
          xs: '"colour" "preview" "pictures"',
          md: '"colour preview" "pictures preview"',
        },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' },
        gridTemplateRows: { md: 'auto 1fr' },
        alignItems: 'start',
      }}
    >
      <Box sx={{ gridArea: 'colour', display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <div>
          <Typography variant="h2">{text.look}</Typography>
          <Hint>{text.lookHint}</Hint>
        </div>
        <AccentField control={control} />
      </Box>
      <Box sx={{ gridArea: 'preview', position: { md: 'sticky' }, insetBlockStart: 16 }}>
        <Preview control={control} savedAccent={savedAccent} />
      </Box>
      <Box sx={{ gridArea: 'pictures', display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {(['logo', 'cover'] as const).map((name) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field, fieldState }) => (
              <ImageField
                label={text.images[name]}
                value={field.value}
                onChange={field.onChange}
                progress={field.value.kind === 'new' ? progress : null}
                error={fieldState.error?.message}
              />
            )}
          />
        ))}
      </Box>
    </Box>
  );
}

function Preview({ control, savedAccent }: Pick<UseFormReturn<BrandingForm>, 'control'> & { savedAccent: string }) {
  const [name, accent, logo, cover] = useWatch({ control, name: ['name', 'accent', 'logo', 'cover'] });
  return <BrandingPreview name={name} accent={isColour(accent) ? accent : savedAccent} logo={logo} cover={cover} />;
}
