import { withoutPersons } from './redaction.js';

test.each([
  ['/api/v1/prestataires/jean-dupont-73282932000074', '/api/v1/prestataires/[redacted]'],
  ['/api/v1/acheteurs/73282932000074?x=1', '/api/v1/acheteurs/[redacted]?x=1'],
  ['/api/v1/prestataires?q=dupont&page=2', '/api/v1/prestataires?q=[redacted]&page=2'],
  ['/api/v1/contrats?cpv=45&titulaire_siren=732829320', '/api/v1/contrats?cpv=45&titulaire_siren=[redacted]'],
  ['/api/v1/contrats?cpv=45000000&departement=732829320', '/api/v1/contrats?cpv=45000000&departement=[redacted]'],
  ['/api/v1/avis?departement=75', '/api/v1/avis?departement=75'],
])('%s is logged as %s', (url, logged) => expect(withoutPersons(url)).toBe(logged));
