/** The closed list of error codes (contract, section Errors) and the HTTP status of each. */
export const ERROR_STATUS = {
  invalid_parameter: 400,
  invalid_cursor: 400,
  resync_required: 400,
  page_too_deep: 400,
  filter_required: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  rate_limited: 429,
  quota_exceeded: 429,
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;

/** Fixed by the contract, to the letter. */
export const QUOTA_EXCEEDED_MESSAGE = 'Quota journalier atteint. Il se renouvelle à minuit UTC.';

/** Body of every error answer. */
export interface ErrorEnvelope {
  error: { code: ErrorCode; message: string };
}

/** A refusal that the contract foresees. Thrown anywhere below a route, rendered once by the API's error filter. */
export class ContractError extends Error {
  override readonly name = 'ContractError';

  /** @param message French; names the parameter and says what is accepted. @param headers such as `Retry-After`. */
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  envelope(): ErrorEnvelope {
    return { error: { code: this.code, message: this.message } };
  }
}
