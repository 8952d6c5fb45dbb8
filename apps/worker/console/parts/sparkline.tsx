import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';

const WIDTH = 120;
const HEIGHT = 28;
const PAD = 2;

/** The course of a few weeks in the height of a line. @param label what it shows, for those who do not see it. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const x = scaleLinear([0, Math.max(values.length - 1, 1)], [PAD, WIDTH - PAD]);
  const y = scaleLinear([0, Math.max(1, ...values)], [HEIGHT - PAD, PAD]);
  const at = (_: number, index: number) => x(index);
  const under = area<number>(at, y(0), (value) => y(value))([...values]);
  const course = line<number>(at, (value) => y(value))([...values]);
  const last = values.at(-1) ?? 0;
  return (
    <svg
      class="sparkline"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
    >
      <path class="under" d={under ?? ''} />
      <path class="course" d={course ?? ''} />
      <circle cx={x(values.length - 1)} cy={y(last)} r="2" />
    </svg>
  );
}
