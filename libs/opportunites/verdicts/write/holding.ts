/**
 * Whether an outcome `v` is about its notice `a` and its profile `p` as they are now: it may be served. Asked of another
 * model or in another way since, it is served until there is a new one.
 */
export const HOLDS = 'v.avis_empreinte = a.empreinte and v.profil_version = p.version';
