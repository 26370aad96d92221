/** The errors that a call to the API can end in. */

export interface FieldError {
  field: string;
  message: string;
  code: string;
}

interface ErrorBody {
  error?: {
    code?: string;
    message?: string;
    requestId?: string;
    suggestion?: string;
    errors?: FieldError[];
    details?: Record<string, unknown>;
  };
}

/** The error that an answer describes; nothing when it is another one, such as that of a proxy. */
export function errorBodyOf(answer: unknown): ErrorBody | undefined {
  return typeof answer === "object" && answer !== null && "error" in answer && typeof answer.error === "object"
    ? answer as ErrorBody
    : undefined;
}

/** The server refused the call. */
export class ApiError extends Error {
  readonly code: string;
  readonly requestId: string;
  readonly fields: FieldError[];
  readonly details: Record<string, unknown>;
  readonly suggestion: string | undefined;

  constructor(readonly status: number, body: ErrorBody | undefined, readonly retryAfter: number | undefined) {
    super(body?.error?.message ?? `HTTP ${status}`);
    this.code = body?.error?.code ?? String(status);
    this.requestId = body?.error?.requestId ?? "";
    this.fields = body?.error?.errors ?? [];
    this.details = body?.error?.details ?? {};
    this.suggestion = body?.error?.suggestion;
  }
}

/** The server said no in words of its own, without an error. */
export class Refused extends Error {}

/** No answer came: the network or the server is away. */
export class Unreachable extends Error {}

export function isStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status;
}

export function isCode(error: unknown, code: string) {
  return error instanceof ApiError && error.code === code;
}
