import { winner } from '../facts/winners.js';
import { type Notice } from '../notice.js';
import { publishedSiret, quirkDraws } from '../quirks.js';
import { children, coded, type Element, french, scheme } from './element.js';

/** Position of each organisation in the notice's list; the buyer is not always first. */
export interface Organizations {
  list: Element;
  buyer: string;
  tribunal: string;
  winner: string;
  winnerName: string;
}

/** The organisations of a notice: the buyer among others (tribunal, sending platform, winner), by identifier. */
export function organizations(seed: number, notice: Notice): Organizations {
  const { buyer } = notice.procedure;
  const draws = quirkDraws(seed, notice, 'organisations');
  const senderFirst = draws.chance(0.4);
  const ids = senderFirst
    ? { sender: 'ORG-0001', buyer: 'ORG-0002', tribunal: 'ORG-0003', winner: 'ORG-0004' }
    : { sender: 'ORG-0000', buyer: 'ORG-0001', tribunal: 'ORG-0002', winner: 'ORG-0003' };
  const won = winner(seed, notice.key);
  const sender = company(ids.sender, 'Plateforme de dématérialisation', 'Grenoble', '38000', 'FRK24', '45072478600030');
  const court = company(ids.tribunal, 'Tribunal administratif', buyer.ville, buyer.cp, buyer.nuts, '17950702500015');
  const own = company(ids.buyer, buyer.nom, buyer.ville, buyer.cp, buyer.nuts, publishedSiret(seed, notice), buyer);
  const companies = senderFirst ? [sender, own, court] : [own, court, sender];
  if (notice.kind === 'attribution') {
    companies.push(company(ids.winner, won.nom, 'Nantes', '44000', 'FRG01', won.siret));
  }
  return {
    list: { 'efac:Organization': children(companies) },
    buyer: ids.buyer,
    tribunal: ids.tribunal,
    winner: ids.winner,
    winnerName: won.nom,
  };
}

function company(
  id: string,
  nom: string,
  ville: string,
  cp: string,
  nuts: string | null,
  identifier: string | null,
  buyer?: { adresse: string; site: string },
): Element {
  return {
    'efac:Company': {
      'cbc:WebsiteURI': buyer?.site,
      'cac:PartyIdentification': { 'cbc:ID': scheme('organization', id) },
      'cac:PartyName': { 'cbc:Name': french(nom) },
      'cac:PostalAddress': {
        'cbc:StreetName': buyer?.adresse,
        'cbc:CityName': ville,
        'cbc:PostalZone': cp,
        'cbc:CountrySubentityCode': nuts === null ? undefined : coded('nuts', nuts),
        'cac:Country': { 'cbc:IdentificationCode': coded('country', 'FRA') },
      },
      'cac:PartyLegalEntity': identifier === null ? undefined : { 'cbc:CompanyID': identifier },
      'cac:Contact': { 'cbc:Telephone': '+33100000000', 'cbc:ElectronicMail': 'marches@acheteur.example' },
    },
  };
}
