/** Months as the portals abbreviate them. */
const MONTHS = [
  'Janv.',
  'Fév.',
  'Mars',
  'Avril',
  'Mai',
  'Juin',
  'Juil.',
  'Août',
  'Sept.',
  'Oct.',
  'Nov.',
  'Déc.',
] as const;

/** The three lines of a calendar sheet. @param jour YYYY-MM-DD. @param classes of the block, `date`. */
export function dateBlock(jour: string, classes: string): string {
  const [year = '', month = '', day = ''] = jour.split('-');
  return `<div class="${classes}">
                    <div class="day">
                        <span>${Number(day)}</span>
                    </div>
                    <div class="month">
                        <span>${MONTHS[Number(month) - 1] ?? ''}</span>
                    </div>
                    <div class="year">
                        <span>${year}</span>
                    </div>
                </div>`;
}
