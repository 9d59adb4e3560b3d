import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type AccentTokens, accentTokens } from '#contract/restaurants/brand-colours.ts';
import { amountText } from '../../../components/order/amount.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { type ImageChoice, showing, type ShownImage, shownImage } from '../../../components/form/image-field.tsx';
import { useRestaurant } from '../../../components/shell/restaurant.tsx';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';

const text = words.restaurants.branding;

/** The colours of the guest's site that no restaurant changes. It has no dark scheme. */
const site = { page: '#fff', ink: '#1a1816', ink2: '#57524c', line: '#e4e0da' };

interface Dish {
  name: string;
  description: string;
  price: string;
  image: string | null;
}

interface BrandingPreviewProps {
  name: string;
  /** '#RRGGBB'. */
  accent: string;
  logo: ImageChoice;
  cover: ImageChoice;
}

/** The guest's menu on a phone, drawn with what is being chosen: the site itself lets nobody frame it (R70). */
export function BrandingPreview({ name, accent, logo, cover }: BrandingPreviewProps) {
  const tokens = accentTokens(accent);
  const [dish, other] = useDishes();
  return (
    <Box
      component="figure"
      aria-label={text.preview}
      sx={{ m: 0, display: 'grid', gap: 1, justifyItems: 'center', alignContent: 'start' }}
    >
      <Box
        aria-hidden
        sx={{
          inlineSize: '100%',
          maxInlineSize: 320,
          overflow: 'hidden',
          border: '6px solid #1a1816',
          borderRadius: '28px',
          bgcolor: site.page,
          color: site.ink,
          fontSize: 14,
          lineHeight: '20px',
          overflowWrap: 'anywhere',
        }}
      >
        <Ends sx={{ px: 2, minBlockSize: 44, fontWeight: 600 }}>
          <span>{text.mode} ▾</span>
          <span>{text.logIn}</span>
        </Ends>
        <Cover cover={shownImage(cover)} tokens={tokens} />
        <Box sx={{ px: 2, mt: '-28px', position: 'relative' }}>
          <Logo logo={shownImage(logo)} name={name} tokens={tokens} />
          <Box dir="auto" sx={{ mt: 0.5, fontSize: 20, lineHeight: '26px', fontWeight: 700, ...clamped(2) }}>
            {name}
          </Box>
        </Box>
        <Box sx={{ display: 'flex', gap: 2, px: 2, mt: 1, borderBlockEnd: `1px solid ${site.line}`, fontWeight: 600 }}>
          <Box sx={{ py: 1, color: tokens.accentText, boxShadow: `inset 0 -3px 0 ${tokens.accentUi}` }}>
            {text.category}
          </Box>
          <Box sx={{ py: 1, color: site.ink2, fontWeight: 400 }}>{text.otherCategory}</Box>
        </Box>
        <DishRow dish={dish} tokens={tokens} />
        <DishRow dish={other} tokens={tokens} />
        <Box sx={{ p: 2, pt: 1 }}>
          <Filled tokens={tokens}>
            <span>{text.addToBasket}</span>
            <span>{dish.price}</span>
          </Filled>
        </Box>
        <Box sx={{ px: 2, py: 1, boxShadow: '0 -2px 16px rgb(26 24 22 / .12)' }}>
          <Filled tokens={tokens}>
            <span>1</span>
            <span>{text.viewBasket}</span>
            <span>{dish.price}</span>
          </Filled>
        </Box>
      </Box>
      <figcaption>
        <Hint>{text.previewHint}</Hint>
      </figcaption>
    </Box>
  );
}

/** Two dishes of the restaurant; of an invented one as long as it has none. */
function useDishes(): [Dish, Dish] {
  const { currency } = useRestaurant();
  const { data = [] } = useQuery(queries.items());
  const own = data
    .filter(({ type }) => type === 'item')
    .slice(0, 2)
    .map(({ name, description, price, imageUrl }): Dish => {
      return { name, description, price: amountText(price, currency), image: imageUrl };
    });
  const invented = [
    { name: text.dish, description: text.dishText, price: amountText(18, currency), image: null },
    { name: text.otherDish, description: text.otherDishText, price: amountText(12, currency), image: null },
  ] as const;
  return [own[0] ?? invented[0], own[1] ?? invented[1]];
}

function Cover({ cover, tokens }: { cover: ShownImage; tokens: AccentTokens }) {
  const size = { display: 'block', inlineSize: '100%', aspectRatio: '16 / 9', objectFit: 'cover' };
  if (cover.kind === 'none') return <Box sx={{ blockSize: 96, bgcolor: tokens.accentSoft }} />;
  return <Shown image={cover} sx={size} />;
}

function Logo({ logo, name, tokens }: { logo: ShownImage; name: string; tokens: AccentTokens }) {
  const size = {
    display: 'grid',
    placeItems: 'center',
    inlineSize: 56,
    blockSize: 56,
    borderRadius: '50%',
    boxShadow: `0 0 0 2px ${site.page}`,
    objectFit: 'cover',
  };
  if (logo.kind !== 'none') return <Shown image={logo} sx={{ ...size, bgcolor: site.page }} />;
  return (
    <Box sx={{ ...size, bgcolor: tokens.accent, color: tokens.onAccent, fontSize: 24, fontWeight: 700 }}>
      {Array.from(name.trim())[0]?.toUpperCase()}
    </Box>
  );
}

function Shown({ image, sx }: { image: Exclude<ShownImage, { kind: 'none' }>; sx: object }) {
  const isNew = image.kind === 'new';
  return (
    <Box
      component="img"
      alt=""
      ref={isNew ? showing(image.file) : undefined}
      src={isNew ? undefined : image.url}
      sx={sx}
    />
  );
}

function DishRow({ dish, tokens }: { dish: Dish; tokens: AccentTokens }) {
  const size = { inlineSize: 56, blockSize: 56, flex: 'none', borderRadius: '12px', bgcolor: tokens.accentSoft };
  return (
    <Box
      sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mx: 2, py: 1.5, borderBlockEnd: `1px solid ${site.line}` }}
    >
      <Box sx={{ flex: 1, minInlineSize: 0 }}>
        <Box dir="auto" sx={{ fontWeight: 600, ...clamped(1) }}>
          {dish.name}
        </Box>
        <Box dir="auto" sx={{ color: site.ink2, fontSize: 13, ...clamped(1) }}>
          {dish.description}
        </Box>
        <Box sx={{ color: tokens.accentText, fontWeight: 600 }}>{dish.price}</Box>
      </Box>
      {dish.image === null ? (
        <Box
          sx={{
            ...size,
            display: 'grid',
            placeItems: 'center',
            color: tokens.accentText,
            fontSize: 20,
            fontWeight: 600,
          }}
        >
          {Array.from(dish.name)[0]?.toUpperCase()}
        </Box>
      ) : (
        <Box component="img" alt="" src={dish.image} sx={{ ...size, objectFit: 'cover' }} />
      )}
    </Box>
  );
}

/** Drawn like primary buttons and the basket bar. */
function Filled({ tokens, children }: { tokens: AccentTokens; children: ReactNode }) {
  return (
    <Ends
      sx={{
        minBlockSize: 44,
        px: 2,
        border: `1px solid ${tokens.accentEdge}`,
        borderRadius: '12px',
        bgcolor: tokens.accent,
        color: tokens.onAccent,
        fontWeight: 600,
        // An amount is not broken.
        '& > :last-child': { whiteSpace: 'nowrap' },
      }}
    >
      {children}
    </Ends>
  );
}

function Ends({ sx, children }: { sx: object; children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, ...sx }}>{children}</Box>
  );
}

function clamped(lines: number) {
  return { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: lines, overflow: 'hidden' };
}
