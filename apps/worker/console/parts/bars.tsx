import { scaleLinear, scaleLog } from 'd3-scale';

export interface Bar {
  label: string;
  value: number;
  /** The value in words. */
  text: string;
  tone: 'good' | 'warn' | 'bad';
}

/** A handful must not look like much. */
const STEEP_MIN = 10_000;

/** Bars from the left, their names before and their values behind. @param steep values differ a thousandfold: show orders. */
export function Bars({ title, bars, steep = false }: { title: string; bars: readonly Bar[]; steep?: boolean }) {
  const most = Math.max(steep ? STEEP_MIN : 1, ...bars.map(({ value }) => value));
  const width = steep ? scaleLog([1, most + 1], [0, 100]) : scaleLinear([0, most], [0, 100]);
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <dl class="bars">
        {bars.map(({ label, value, text, tone }) => (
          <div>
            <dt>{label}</dt>
            <dd>
              <svg height="14" aria-hidden="true" class={tone}>
                <rect class="ground" width="100%" height="14" rx="3" />
                <rect width={`${Math.max(0, width(steep ? value + 1 : value))}%`} height="14" rx="3" />
              </svg>
              <span>{text}</span>
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
