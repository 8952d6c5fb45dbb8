/** The tool that mirrors each list of the REST API. */
const TOOLS: Readonly<Record<string, string>> = {
  avis: 'search_avis',
  opportunites: 'list_opportunites',
  prestataires: 'search_prestataires',
  attributions: 'search_attributions',
  contrats: 'search_contrats',
  sources: 'list_sources',
  departements: 'list_departements',
};
const ROUTE = new RegExp(`(?:GET )?(?<![\\w}])/(${Object.keys(TOOLS).join('|')})\\b`, 'g');

/** A text written for the REST API, of which a model that has tools only can make use: routes become their tools. */
export function inToolWords(text: string): string {
  return text.replace(ROUTE, (_, route: string) => TOOLS[route] ?? route);
}
