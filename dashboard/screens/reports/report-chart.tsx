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
const compact = new Intl.NumberFormat(words.locale, { notation: 'compact' });

/** Amounts as bars. For the eye alone: the table beside it has all of it in words. */
export function ReportChart({ bars, name, currency }: { bars: readonly Bar[]; name: string; currency: string }) {
  const { vars } = useTheme();
  return (
    <div aria-hidden>
      <BarChart
        height={height}
        // A label without room for its whole line is drawn empty: half a line above the top one, a line and the tick below the bars.
        margin={{ left: 0, right: 16, top: 16, bottom: 0 }}
        xAxis={[{ scaleType: 'band', data: bars.map(({ label }) => label), categoryGapRatio: 0.2, height: 36 }]}
        yAxis={[{ label: currency, valueFormatter: (value: number) => compact.format(value), width: 68 }]}
        series={[
          {
            data: bars.map(({ value }) => value),
            label: name,
            color: vars?.palette.primary.main ?? 'currentColor',
            valueFormatter: (value) => (value === null ? '' : amountText(value, currency)),
          },
        ]}
        grid={{ horizontal: true }}
        hideLegend
        skipAnimation
        disableKeyboardNavigation
      />
    </div>
  );
}
