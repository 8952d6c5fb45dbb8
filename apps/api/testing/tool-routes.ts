import { documentedRoutes, type DocumentedRoute } from './document.js';

/** Which route each tool of the contract mirrors. */
const ROUTES: Readonly<Record<string, string>> = {
  search_avis: 'searchAvis',
  get_avis: 'getAvis',
  list_opportunites: 'listOpportunites',
  search_prestataires: 'searchPrestataires',
  get_prestataire: 'getPrestataire',
  get_acheteur: 'getAcheteur',
  search_attributions: 'searchAttributions',
  search_contrats: 'searchContrats',
  list_sources: 'listSources',
  mon_compte: 'getMoi',
  list_departements: 'listDepartements',
};

export interface ToolRoute {
  tool: string;
  route: DocumentedRoute;
}

/** The eleven tools with what the OpenAPI document says of their routes. */
export function toolRoutes(): ToolRoute[] {
  const routes = new Map(documentedRoutes().map((route) => [route.operationId, route]));
  return Object.entries(ROUTES).map(([tool, operationId]) => {
    const route = routes.get(operationId);
    if (route === undefined) throw new Error(`the document has no ${operationId}`);
    return { tool, route };
  });
}

/** The route's request for a tool's arguments. */
export function pathOf({ route }: ToolRoute, given: Readonly<Record<string, string | number>>): string {
  const path = route.path.replace(/{(\w+)}/g, (_, name: string) => encodeURIComponent(String(given[name])));
  const query = route.parameters
    .filter((parameter) => parameter.in === 'query' && given[parameter.name] !== undefined)
    .map(({ name }) => `${name}=${encodeURIComponent(String(given[name]))}`);
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}
