/** Colours of the scheme for the outlines, and controls for fingers; a street map brings its own colours. */
export const mapStyle = {
  blockSize: { xs: 260, sm: 320 },
  borderRadius: 1,
  border: 1,
  borderColor: 'tone.controlBorder',
  isolation: 'isolate',
  '&.leaflet-container': { bgcolor: 'tone.infoSoft', fontFamily: 'inherit' },
  '& path.map-country': {
    fill: 'var(--mui-palette-tone-subtle)',
    fillOpacity: 1,
    stroke: 'var(--mui-palette-tone-controlBorder)',
    strokeWidth: 1,
    strokeOpacity: 1,
  },
  '&& .leaflet-bar a': {
    inlineSize: 44,
    blockSize: 44,
    lineHeight: '44px',
    bgcolor: 'background.paper',
    color: 'text.primary',
    borderColor: 'divider',
  },
  '&& .leaflet-bar a.leaflet-disabled': { color: 'text.disabled' },
  '& .map-pin': { display: 'grid', justifyItems: 'center', alignItems: 'end' },
  '& .map-pin path': { fill: 'var(--mui-palette-primary-main)', stroke: 'var(--mui-palette-background-paper)' },
  '& .map-pin circle': { fill: 'var(--mui-palette-background-paper)' },
} as const;
