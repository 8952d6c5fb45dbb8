import { scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import { nombre } from './format.js';

export interface Series {
  name: string;
  /** One a column. */
  values: readonly number[];
}

interface Props {
  /** What the picture shows. */
  title: string;
  /** Names of the columns, from left to right. */
  columns: readonly string[];
  series: readonly Series[];
  /** Shown in place of the picture when every value is 0. */
  empty: string;
}

const HEIGHT = 220;
const TOP = 12;
const BOTTOM = 196;
const TICKS = 4;
/** Of so many columns one is named. */
const NAMED_EVERY = 5;

/**
 * Columns stacked by series, as wide as there is room: places are shares of the width, so letters keep their size on a
 * phone. The same figures stand in a table below, for whoever does not see the picture.
 */
export function StackedBars({ title, columns, series, empty }: Props) {
  const totals = columns.map((_, i) => series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0));
  const most = Math.max(...totals, 0);
  if (most === 0) return <p class="empty">{empty}</p>;
  const names = series.map(({ name }) => name);
  const rows = columns.map((_, i) => Object.fromEntries(series.map(({ name, values }) => [name, values[i] ?? 0])));
  const layers = stack<Record<string, number>>().keys(names)(rows);
  const y = scaleLinear([0, most], [BOTTOM, TOP]).nice(TICKS);
  const x = scaleBand(
    columns.map((_, i) => i),
    [6, 98.5],
  ).paddingInner(0.2);
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <svg width="100%" height={HEIGHT} role="img" aria-label={`${title}. Les chiffres sont dans le tableau.`}>
        {y.ticks(TICKS).map((tick) => (
          <g class="tick">
            <line x1="5%" x2="100%" y1={y(tick)} y2={y(tick)} />
            <text x="4.5%" y={y(tick) + 4} text-anchor="end">
              {nombre(tick)}
            </text>
          </g>
        ))}
        {layers.map((layer, nth) => (
          <g class={`series s${nth}`}>
            {layer.map(([from, to], i) =>
              to > from ? (
                <rect x={`${x(i) ?? 0}%`} width={`${x.bandwidth()}%`} y={y(to)} height={Math.max(y(from) - y(to), 0.5)}>
                  <title>{`${columns[i] ?? ''} · ${layer.key} : ${nombre(to - from)}`}</title>
                </rect>
              ) : null,
            )}
          </g>
        ))}
        {columns.map((column, i) =>
          (columns.length - 1 - i) % NAMED_EVERY === 0 ? (
            <text
              class="column"
              x={i === columns.length - 1 ? '100%' : `${(x(i) ?? 0) + x.bandwidth() / 2}%`}
              y={HEIGHT - 6}
              text-anchor={i === columns.length - 1 ? 'end' : 'middle'}
            >
              {column}
            </text>
          ) : null,
        )}
      </svg>
      <ul class="legend">
        {names.map((name, nth) => (
          <li>
            <span class={`swatch s${nth}`} aria-hidden="true" /> {name}
          </li>
        ))}
      </ul>
      <details>
        <summary>Les chiffres</summary>
        <div class="wide" tabIndex={0} role="region" aria-label={`${title} : tableau`}>
          <table>
            <thead>
              <tr>
                <th scope="col">Jour</th>
                {names.map((name) => (
                  <th scope="col" class="numeric">
                    {name}
                  </th>
                ))}
                <th scope="col" class="numeric">
                  Total
                </th>
              </tr>
            </thead>
            <tbody>
              {columns.map((column, i) => (
                <tr>
                  <th scope="row">{column}</th>
                  {series.map(({ values }) => (
                    <td class="numeric">{nombre(values[i] ?? 0)}</td>
                  ))}
                  <td class="numeric">{nombre(totals[i] ?? 0)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
