import { Cle } from './cle.entity.js';
import { Compte } from './compte.entity.js';
import { Coupure } from './coupure.entity.js';
import { QuotaLimite } from './quota-limite.entity.js';

/** What a DataSource must know to run the operator's functions of this library. */
export const ACCESS_ENTITIES = [Compte, Cle, QuotaLimite, Coupure];
