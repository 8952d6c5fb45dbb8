import { escapeUTF8 } from 'entities';
import { DEPARTEMENTS } from '#contract/departements';
import { dayText, parisWall } from '../calendar.js';
import { type Item } from '../listing/item.js';
import { dateBlock } from './date-block.js';
import { consultationPath } from './identifiant.js';

/** Control ids of the result list. */
const LIST = 'ctl0_CONTENU_PAGE_resultSearch_tableauResultSearch';
/** Characters of a title that the line itself shows; the whole is in its tooltip. */
const SHOWN = 120;

/**
 * One consultation of the result list, as the software writes it: classes and ids as observed on live portals in
 * 2023–2026; the panel of the estimated value is known only by its label.
 * @param rank of the row in its page, from 1: it is part of every control id. @param base `http://host/place`.
 */
export function rowHtml(item: Item, rank: number, base: string): string {
  const id = `${LIST}_ctl${rank}`;
  const name = `ctl0$CONTENU_PAGE$resultSearch$tableauResultSearch$ctl${rank}`;
  return `<div class="item_consultation list-group-item kt-callout left kt-vertical-align">
    <input type="hidden" name="${name}$refCons" id="${id}_refCons" value="${item.numero}" />
    <input type="hidden" name="${name}$orgCons" id="${id}_orgCons" value="${item.organisme}" />
    <div class="row">
        <div class="col-md-2 cons_ref">
            ${procedure(item)}
            <div id="${id}_panelBlocCategorie" class="cons_categorie">
                <span>${item.type_marche ?? ''}</span>
            </div>
            <!-- BEGIN DATE PUBLICATION -->
            ${dateBlock(dayText(parisWall(item.publie).day), 'date date-min')}
            <!-- END DATE PUBLICATION -->
        </div>
        <div class="col-md-7 cons_intitule">
            <!-- BEGIN REFERENCE | INTITULE -->
            <div id="${id}_panelBlocIntitule">
                <div class="objet-line">
                    <div class="m-b-1">
                        <div class="small pull-left">${escapeUTF8(item.reference ?? '')}</div>
                        <div class="small pull-left truncate">
                            &nbsp;|&nbsp;<span data-toggle="tooltip" title="${escapeUTF8(item.titre)}">${escapeUTF8(cut(item.titre))}</span>
                        </div>
                    </div>
                </div>
            </div>
            <!-- END REFERENCE | INTITULE -->
            <!-- BEGIN OBJET -->
            ${labelled(`${id}_panelBlocObjet`, 'Objet', item.objet ?? '')}
            <!-- END OBJET -->
            <!-- BEGIN ORGANISME -->
            ${labelled(`${id}_panelBlocDenomination`, 'Organisme', organisme(item))}
            <!-- END ORGANISME -->
            <div id="${id}_panelValeurEstimee" class="m-b-1" style="${item.budget === null ? 'display:none;' : ''}">
                <strong>Valeur estimée :</strong>
                <span>${item.budget === null ? '' : `${amount(item.budget)}&nbsp;€ HT`}</span>
            </div>
            ${lots(item, id)}
            ${places(item, id)}
        </div>
        <div class="col-md-2 cons_dateEnd">
            ${deadline(item)}
        </div>
        <div class="col-md-1 col_actions">
            <a href="${base}${consultationPath(item)}" title="Accéder à la consultation"><i class="fa fa-arrow-right"></i></a>
        </div>
    </div>
</div>`;
}

/** « VILLE D'ARRAS (62000 - ARRAS) ». */
export function organisme({ acheteur }: Item): string {
  const place = [acheteur.code_postal, acheteur.ville?.toUpperCase()].filter((part) => typeof part === 'string');
  return place.length === 0 ? acheteur.nom : `${acheteur.nom} (${place.join(' - ')})`;
}

/** « (62) Pas-de-Calais, (59) Nord ». */
export function departementNames(codes: readonly string[]): string {
  return codes.map((code) => `(${code}) ${NAMES.get(code) ?? ''}`.trim()).join(', ');
}

const NAMES: ReadonlyMap<string, string> = new Map(DEPARTEMENTS.map(({ code, nom }) => [code, nom]));

function procedure({ procedure }: Item): string {
  if (procedure === null) return '<div class="cons_procedure"></div>';
  return `<div class="cons_procedure">
                <abbr data-toggle="tooltip" title="${escapeUTF8(procedure.libelle)}"><span>${escapeUTF8(procedure.abrege)}</span></abbr>
            </div>`;
}

function labelled(id: string, label: string, value: string): string {
  return `<div id="${id}">
                <div class="truncate-700" title="${escapeUTF8(value)}">
                    <span class="h5"><strong>${label} :</strong></span>
                    <span class="small"><span>${escapeUTF8(cut(value))}</span></span>
                </div>
            </div>`;
}

function lots(item: Item, id: string): string {
  const count = item.lots.length;
  if (count === 0) return `<div id="${id}_panelBlocLots" class="lots" style="display:none;"><span>-</span></div>`;
  return `<div id="${id}_panelBlocLots" class="lots"><span>${count}&nbsp;lot${count > 1 ? 's' : ''}</span></div>`;
}

/** The first department stands in the line, all of them in what opens on a click. */
function places({ departements }: Item, id: string): string {
  const [first = ''] = departements;
  const all = escapeUTF8(departementNames(departements));
  const more = departements.length < 2 ? '' : `<a data-toggle="popover" data-content="${all}">...</a>`;
  return `<div class="lieux-exe">
                <div id="${id}_panelBlocLieuxExec">
                    <span><i class="fa fa-map-marker"></i><span>${escapeUTF8(first === '' ? '' : departementNames([first]))}</span></span>
                    ${more}
                </div>
            </div>`;
}

function deadline({ limite }: Item): string {
  if (limite === null) return '<div class="cloture-line"></div>';
  const time =
    limite.heure === null
      ? ''
      : `<div class="time"><label title="Durée"><i class="fa fa-clock-o"></i> ${limite.heure}</label></div>`;
  return `<div class="cloture-line">
                ${dateBlock(limite.jour, 'date')}
                ${time}
            </div>`;
}

function cut(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}...`;
}

/** 1234567.5 -> `1 234 567,50`. */
function amount(euros: number): string {
  return new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 2 }).format(euros);
}
