import { BarChart } from '@mui/x-charts/BarChart';
import { useTheme } from '@mui/material/styles';
import { words } from '../../words/words.ts';
import { amountText } from '../../components/order/amount.ts';

export interface Bar {
  label: string;
  /** In major units. */
  value: number;
}

const height = 256;
/** Beside the days in the middle, and still told from the paper. */
const muted = 'color-mix(in srgb, var(--mui-palette-text-secondary) 60%, var(--mui-palette-background-paper))';
const compact = new Intl.NumberFormat(words.locale, { notation: 'compact' });

interface ReportChartProps {
  bars: readonly Bar[];
  name: string;
  currency: string;
  /** The days before, in the places of `bars`; null where there is nothing to compare with. */
  before: { name: string; values: readonly number[] } | null;
}

/** Amounts as bars. For the eye alone: the table beside it has all of it in words. */
export function ReportChart({ bars, name, currency, before }: ReportChartProps) {
  const { vars } = useTheme();
  const valueFormatter = (value: number | null) => (value === null ? '' : amountText(value, currency));
  return (
    // Narrower than its axis and margins, a chart would draw bars of less than nothing while the window is changed.
    <div aria-hidden style={{ minInlineSize: '8rem', overflow: 'hidden' }}>
      <BarChart
        height={height}
        // A label without room for its whole line is drawn empty: half a line above the top one, a line and the tick below the bars.
        margin={{ left: 0, right: 16, top: 16, bottom: 0 }}
        xAxis={[{ scaleType: 'band', data: bars.map(({ label }) => label), categoryGapRatio: 0.2, height: 36 }]}
        yAxis={[
          {
            label: currency,
            valueFormatter: (value: number) => compact.format(value),
            width: words.locale.startsWith('ar') ? 84 : 68,
          },
        ]}
        series={[
          ...(before === null
            ? []
            : [
                {
                  data: bars.map((_, index) => before.values[index] ?? 0),
                  label: before.name,
                  color: muted,
                  valueFormatter,
                },
              ]),
          {
            data: bars.map(({ value }) => value),
            label: name,
            color: vars?.palette.primary.main ?? 'currentColor',
            valueFormatter,
          },
        ]}
        grid={{ horizontal: true }}
        hideLegend={before === null}
        skipAnimation
        disableKeyboardNavigation
      />
    </div>
  );
}
