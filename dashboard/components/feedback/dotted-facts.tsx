import Typography, { type TypographyProps } from '@mui/material/Typography';
import { Children, Fragment } from 'react';

/** Facts with a dot between two that stand on one line. A line neither begins nor ends with a dot: there it is beyond the edge, and cut off. */
export function DottedFacts({ children, ...typography }: Pick<TypographyProps, 'children' | 'variant' | 'color'>) {
  return (
    <Typography
      component="div"
      {...typography}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'baseline',
        overflow: 'hidden',
        columnGap: '1em',
        '& > *': { position: 'relative', minWidth: 0, overflowWrap: 'anywhere' },
        '& > * + *::before': {
          content: '"·" / ""',
          position: 'absolute',
          insetInlineStart: '-1em',
          inlineSize: '1em',
          textAlign: 'center',
          color: 'text.secondary',
        },
      }}
    >
      {Children.toArray(children).map((child, index) => (
        // The space keeps them apart where the text is copied.
        <Fragment key={index}>
          {index > 0 && ' '}
          {child}
        </Fragment>
      ))}
    </Typography>
  );
}
