import type {
  Acheteur,
  AvisComplet,
  AvisRetireServi,
  Departement,
  Liste,
  Moi,
  PageAvis,
  PageAttributions,
  PageContrats,
  PageOpportunites,
  PageParcours,
  PagePrestataires,
  PrestataireComplet,
  Sante,
  Source,
} from './answers.js';
import {
  queryString,
  type ParcoursAvis,
  type RechercheAvis,
  type RechercheAttributions,
  type RechercheContrats,
  type RechercheOpportunites,
  type RecherchePrestataires,
} from './queries.js';
import { DEFAULT_RETRY, withRetry, type Retry } from './retry.js';
import { send } from './send.js';

export interface ClientOptions {
  /** Address of the API; ends with `/api/v1`. */
  base: string;
  /** Key, sent in a header only. */
  cle: string;
  retry?: Partial<Retry>;
  /** Longest wait for one answer; 30 s by default. */
  timeoutMs?: number;
  /** Ends every request and every wait. */
  signal?: AbortSignal;
}

/**
 * One method a route. `rate_limited`, `unavailable` and network failures are tried again, bounded; `quota_exceeded` is
 * thrown at once with the time to resume.
 * @throws ApiError with the contract's code, QuotaExceededError, UnreachableError (all methods).
 */
export interface Client {
  /** Page mode: a search, 1000 results at most. */
  searchAvis(query?: RechercheAvis): Promise<PageAvis>;
  /** Cursor mode: one page of a walk by rising version. */
  walkAvis(query?: ParcoursAvis): Promise<PageParcours>;
  /** A notice in full, or its retired form. */
  getAvis(id: string): Promise<AvisComplet | AvisRetireServi>;
  /** The feed of the account that owns the key, best score first. */
  listOpportunites(query?: RechercheOpportunites): Promise<PageOpportunites>;
  /** Award notices, newest publication first. */
  searchAttributions(query?: RechercheAttributions): Promise<PageAttributions>;
  /** Contracts, newest notification first. */
  searchContrats(query: RechercheContrats): Promise<PageContrats>;
  searchPrestataires(query?: RecherchePrestataires): Promise<PagePrestataires>;
  /** The record of a contractor, by any slug that it ever had. */
  getPrestataire(slug: string): Promise<PrestataireComplet>;
  getAcheteur(siret: string): Promise<Acheteur>;
  listDepartements(): Promise<Liste<Departement>>;
  listSources(): Promise<Liste<Source>>;
  getMoi(): Promise<Moi>;
  getSante(): Promise<Sante>;
}

const DEFAULT_TIMEOUT_MS = 30_000;

export function createClient({ base, cle, retry, timeoutMs = DEFAULT_TIMEOUT_MS, signal }: ClientOptions): Client {
  const root = base.replace(/\/+$/, '');
  const policy = { ...DEFAULT_RETRY, ...retry };
  const get = async <T>(path: string, keyed = true): Promise<T> => {
    const request = { url: `${root}${path}`, cle: keyed ? cle : null, timeoutMs, signal };
    return (await withRetry(policy, signal, () => send(request))) as T;
  };
  return {
    searchAvis: ({ page = 1, ...query } = {}) => get(`/avis${queryString({ ...query, page })}`),
    walkAvis: (query = {}) => get(`/avis${queryString(query)}`),
    getAvis: async (id) => (await get<{ data: AvisComplet }>(`/avis/${encodeURIComponent(id)}`)).data,
    listOpportunites: (query = {}) => get(`/opportunites${queryString(query)}`),
    searchAttributions: (query = {}) => get(`/attributions${queryString(query)}`),
    searchContrats: (query) => get(`/contrats${queryString(query)}`),
    searchPrestataires: (query = {}) => get(`/prestataires${queryString(query)}`),
    getPrestataire: async (slug) =>
      (await get<{ data: PrestataireComplet }>(`/prestataires/${encodeURIComponent(slug)}`)).data,
    getAcheteur: async (siret) => (await get<{ data: Acheteur }>(`/acheteurs/${encodeURIComponent(siret)}`)).data,
    listDepartements: () => get('/departements'),
    listSources: () => get('/sources'),
    getMoi: async () => (await get<{ data: Moi }>('/moi')).data,
    getSante: () => get('/sante', false),
  };
}
