import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';

interface StepsProps {
  name: string;
  labels: readonly string[];
  current: number;
  onOpen: (step: number) => void;
}

/** The steps of a form that can be opened in any order: a list of buttons, the present one marked. */
export function Steps({ name, labels, current, onOpen }: StepsProps) {
  return (
    <Box
      component="ol"
      aria-label={name}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: 2 }}
    >
      {labels.map((label, index) => (
        <Box key={label} component="li" sx={{ flex: '1 1 9rem' }}>
          <ButtonBase
            aria-current={index === current ? 'step' : undefined}
            onClick={() => onOpen(index)}
            sx={{
              inlineSize: '100%',
              minHeight: 'var(--control)',
              justifyContent: 'flex-start',
              gap: 1,
              textAlign: 'start',
              typography: 'body2',
              fontFamily: 'inherit',
              fontWeight: 600,
              color: 'text.secondary',
              borderBlockEnd: '3px solid',
              borderColor: 'divider',
              '&[aria-current]': { color: 'primary.main', borderColor: 'primary.main' },
            }}
          >
            <span>{index + 1}</span>
            {label}
          </ButtonBase>
        </Box>
      ))}
    </Box>
  );
}
