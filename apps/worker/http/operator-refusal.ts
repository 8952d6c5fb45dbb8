export type OperatorRefusalCode = 'no_token' | 'signed_out' | 'wrong_token' | 'too_many' | 'foreign_form';

const STATUS: Readonly<Record<OperatorRefusalCode, number>> = {
  no_token: 503,
  signed_out: 401,
  wrong_token: 401,
  too_many: 429,
  foreign_form: 403,
};

const MESSAGES: Readonly<Record<OperatorRefusalCode, string>> = {
  no_token:
    'Ce worker n’a pas d’OPERATOR_TOKEN : la console est fermée. Donnez-lui-en un d’au moins 32 caractères (`openssl rand -hex 32`) et redémarrez-le.',
  signed_out: 'Identifiez-vous avec le jeton d’opérateur (OPERATOR_TOKEN du worker).',
  wrong_token: 'Ce jeton n’est pas celui du worker (OPERATOR_TOKEN).',
  too_many: 'Trop d’essais : patientez une minute.',
  foreign_form: 'Ce formulaire ne vient pas d’une page ouverte de la console : rechargez-la et recommencez.',
};

/** Whoever asks is not let in. */
export class OperatorRefusal extends Error {
  override readonly name = 'OperatorRefusal';
  readonly status: number;

  /** @param retryAfter seconds, for `too_many`. */
  constructor(
    readonly code: OperatorRefusalCode,
    readonly retryAfter: number | null = null,
  ) {
    super(MESSAGES[code]);
    this.status = STATUS[code];
  }
}
